import { SECOND } from '../../core/units.ts';
import { accessLine } from './endpoints/logged-answer.ts';
import { crash } from './failure/crash.ts';
import { startStaleListener } from './helpers/stale-listener.ts';
import { startSurvivor } from './helpers/survivor.ts';
import type { Launch } from './launch.ts';

/** The crash at service comes under load: after the probes of readiness, in the midst of a measurement. */
const CRASH_AFTER_TOKENS = 1500;
const FOREIGN_REQUESTS = 2;
const FOREIGN_ADDRESS = '10.20.0.7';

/** The server is ready: health answers, and the script's faults of a serving process begin. */
export function beginServing(launch: Launch): void {
  launch.condition = 'serving';
  if (launch.fault('hang') !== null) launch.engine?.halt();
  if (launch.fault('crash')?.phase === 'serving')
    launch.engine?.whenGenerated(CRASH_AFTER_TOKENS, () => crash(launch, 'serving'));
  if (launch.fault('survivor') !== null) startSurvivor(launch);
  if (launch.machine.faults.at('stale-listener', launch.start + 1) !== null) startStaleListener(launch);
  if (hasForeignTraffic(launch))
    for (let client = 0; client < FOREIGN_REQUESTS; client++) {
      const { port } = launch.arguments;
      launch.machine.kernel.connect('0.0.0.0', port, { address: FOREIGN_ADDRESS, pid: null, asks: true });
      askAsForeigner(launch, client, 0);
    }
}

/** Without a start of its own the foreign client comes as soon as it can, and stays over all starts. */
function hasForeignTraffic(launch: Launch): boolean {
  const fault = launch.machine.faults.find('foreign-traffic');
  return fault !== null && (fault.start === null || fault.start === launch.start);
}

/** A client that nobody asked: one request after another. */
function askAsForeigner(launch: Launch, client: number, round: number): void {
  if (launch.condition !== 'serving') return;
  launch.say(
    accessLine(launch, {
      client: FOREIGN_ADDRESS,
      method: 'POST',
      path: '/v1/chat/completions',
      status: 200,
    }),
  );
  launch.engine?.submit({
    prompt: `foreign client ${client}, question ${round}`,
    prompt_tokens: 900,
    max_tokens: 1200,
    ignore_eos: true,
    reader: {
      tokens() {},
      ended: () => launch.timers.after(0.1 * SECOND, () => askAsForeigner(launch, client, round + 1)),
    },
  });
}
