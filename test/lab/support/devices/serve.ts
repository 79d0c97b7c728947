/**
 * The SGLang-like server of `src/sim/server` as a real program: `python3 -m sglang.launch_server FLAGS`. It listens on a
 * real port, logs to stdout, has eight real processes beside it and ends by real signals. Its time runs SIM_SPEED times as
 * fast as life (4 times while it answers). In the folder SIM_FAULTS stand the faults of each start (`faults`, as for
 * `--fault`) and how often it was started; in SIM_DEVICES it says who holds how much memory of which device.
 */
import { mkdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { RealClock } from '../../../../src/adapters/clock/real.ts';
import { buildMachine } from '../../../../src/sim/build.ts';
import { FastClock } from '../../../../src/sim/daemon/fast-clock.ts';
import { RealPorts } from '../../../../src/sim/daemon/real-ports.ts';
import { FaultBook } from '../../../../src/sim/faults/book.ts';
import { parseFaultSpec } from '../../../../src/sim/faults/parse.ts';
import type { Exit } from '../../../../src/sim/machine.ts';
import { sglangServer } from '../../../../src/sim/server/server.ts';
import { isTaken } from './port-taken.ts';
import { RealMembers } from './real-members.ts';

const { SIM_SPEED = '100', SIM_DEVICES = '', SIM_FAULTS = '' } = process.env;
const LOOK_EVERY_MS = 40;
const CGROUP = '/system.slice/sglang.service';

const argv = process.argv.slice(1);
const start = countedStart();
const clock = new FastClock(new RealClock(), Number(SIM_SPEED));
const { machine } = buildMachine({ clock, seed: start, faults: new FaultBook(faultsOf(start)) });
machine.time.hold();

const members = new RealMembers(machine, CGROUP, SIM_DEVICES);
const owner = { env: {}, cwd: '/', uid: 0, user: 'root', parent: 1, session: 'new' as const };
const main = machine.kernel.spawn({
  ...owner,
  argv,
  cgroup: CGROUP,
  program: sglangServer(machine)(argv),
  output: (text) => void writeSync(1, text),
  exited: end,
});
const port = Number(argv[argv.indexOf('--port') + 1]);
new RealPorts({ kernel: machine.kernel, clock, trouble: (text) => void writeSync(2, `${text}\n`) });

process.on('SIGTERM', () => void machine.kernel.kill(main.pid, 'TERM'));
setInterval(look, LOOK_EVERY_MS);

/** What the real machine has done to it, and what it has done, is brought together. */
function look(): void {
  for (const pid of members.lost()) machine.kernel.kill(pid, 'KILL');
  const view = machine.kernel.process(main.pid);
  if (view !== null) members.follow(view);
  const listens = machine.kernel.sockets('127.0.0.1', port).length > 0;
  if (!listens && isTaken(port)) occupy();
}

/** Somebody else has the port: the simulated server must meet that when it binds. */
function occupy(): void {
  const program = { start() {}, signal: () => true };
  const other = machine.kernel.spawn({ ...owner, argv: ['other'], cgroup: '/', program, output() {} });
  other.listen(port, () => {}, { address: '0.0.0.0', bound_only: true });
}

function end({ code, signal }: Exit): void {
  members.end();
  if (signal !== null) process.kill(process.pid, `SIG${signal}`);
  else process.exit(code ?? 1);
}

/** Counted over all lives of the unit, from 1. */
function countedStart(): number {
  mkdirSync(SIM_FAULTS, { recursive: true });
  const number = Number(textOf('starts')) + 1;
  writeFileSync(join(SIM_FAULTS, 'starts'), String(number));
  return number;
}

/** Those of this start, as they are for a machine on which it is the first. */
function faultsOf(number: number) {
  const words = textOf('faults').split(/\s+/).filter(Boolean).map(parseFaultSpec);
  return words.filter((spec) => (spec.start ?? 2) === number).map((spec) => ({ ...spec, start: 1 }));
}

function textOf(name: string): string {
  try {
    return readFileSync(join(SIM_FAULTS, name), 'utf8');
  } catch {
    return '';
  }
}
