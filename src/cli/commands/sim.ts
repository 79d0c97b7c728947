import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { shellWord } from '../../core/plan/shell.ts';
import type { CommandFunction } from '../command.ts';
import type { Context } from '../context.ts';
import { storyOptions } from '../demo/story-options.ts';
import { printEnvelope } from '../envelope.ts';
import type { Options } from '../options.ts';
import { tellSurvivors } from '../sim-survivors.ts';
import type { Simulation, SimulationOptions } from '../simulation.ts';
import { usage } from '../usage.ts';

const DEFAULT_PORT = 30_000;
const LARGEST_PORT = 65_535;
/** Those below need rights of their own. */
const SMALLEST_PORT = 1024;
/** The service runs on 8; more is no host that anybody has. */
const FEWEST_DEVICES = 8;
const MOST_DEVICES = 64;

/** Switches a simulated host on for scripts and for Holdpoint itself: until Ctrl-C, or for one command. */
export const sim: CommandFunction = async (context, { operands, options }) => {
  const asked = simulationOptions(context, options);
  if (options.json && operands.length > 0)
    throw usage('--json prints one document, and a command has output of its own', 'leave one of them out');
  const dir =
    options.dir === undefined
      ? mkdtempSync(join(tmpdir(), 'holdpoint-sim-'))
      : resolve(context.cwd, options.dir);
  let needed = options.dir !== undefined;
  try {
    const told = { ...asked, dir };
    const simulation = await context.services.simulate(told);
    try {
      if (operands.length === 0) await untilAsked(context, () => tell(context, options, told, simulation));
      else await during(context, simulation, operands);
    } finally {
      await simulation.stop();
      needed = (await tellSurvivors(context, dir)) || needed;
    }
  } finally {
    if (!needed) rmSync(dir, { recursive: true, force: true });
  }
};

function simulationOptions(context: Context, options: Options): Omit<SimulationOptions, 'dir'> {
  const { port = DEFAULT_PORT } = options;
  if (port < SMALLEST_PORT || port > LARGEST_PORT)
    throw usage(`port ${port} cannot be used`, `give one from ${SMALLEST_PORT} to ${LARGEST_PORT}`);
  const devices = Number(options.devices ?? FEWEST_DEVICES);
  if (!(Number.isInteger(devices) && devices >= FEWEST_DEVICES && devices <= MOST_DEVICES))
    throw usage(
      `${options.devices} devices cannot be simulated`,
      `give ${FEWEST_DEVICES} to ${MOST_DEVICES}: the service on the host runs on ${FEWEST_DEVICES}`,
    );
  const trouble = (text: string): void => context.stderr.write(`${text}\n`);
  return { ...storyOptions(options), devices, port, trouble };
}

async function untilAsked(context: Context, begun: () => void): Promise<void> {
  const operator = await context.services.operator('restore');
  try {
    begun();
    if (operator.latest === null) await new Promise<void>((end) => operator.onRequest(() => end()));
  } finally {
    operator.dispose();
  }
  context.stderr.write('the simulated host is switched off\n');
}

function tell(context: Context, options: Options, told: SimulationOptions, simulation: Simulation): void {
  if (!options.json) return context.stdout.write(guide(told, simulation));
  const { dir, speed, seed, faults, devices } = told;
  const { env, endpoint, unit, unit_path, configuration_file } = simulation;
  const data = { dir, speed, seed, faults, devices, env, endpoint, unit, unit_path, configuration_file };
  printEnvelope(context, { command: 'sim', simulated: true, data });
}

async function during(context: Context, { env }: Simulation, argv: readonly string[]): Promise<void> {
  const { PATH, ...others } = env;
  const path = [PATH, context.env['PATH']].filter((part) => part !== undefined).join(delimiter);
  const command = await context.services.command(
    argv,
    { ...context.env, ...others, PATH: path },
    { own_group: false },
  );
  const code = await command.ended;
  const why = command.failure();
  if (why !== null) context.stderr.write(`holdpoint sim: ${argv[0]}: ${why}\n`);
  context.setExitCode(code);
}

function guide(
  told: SimulationOptions,
  { env, endpoint, unit, unit_path, configuration_file }: Simulation,
): string {
  const word = shellWord;
  return `A simulated host with ${told.devices} devices runs in ${told.dir}. Everything on it is simulated: no real service is touched.
Its time goes ${told.speed} times faster than life, at most 4 times while a request is being answered. For another terminal:

  export PATH=${word(env.PATH)}:$PATH HOLDPOINT_HOST=${word(env.HOLDPOINT_HOST)} SIM_ROOT=${word(env.SIM_ROOT)} UNIT_FILE=${word(env.UNIT_FILE)}

  service        ${unit}, its unit in $SIM_ROOT${unit_path}: that is $UNIT_FILE
  endpoint       ${endpoint}
  programs       systemctl, journalctl, nvidia-smi; sleep, date and timeout keep its time; holdpoint sees it
  configuration  ${configuration_file}
  for example    systemctl restart ${unit}; sleep 60; journalctl -u ${unit} -n 5

Ctrl-C switches it off.
`;
}
