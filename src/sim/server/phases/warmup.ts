import { accessLine } from '../endpoints/logged-answer.ts';
import type { Launch } from '../launch.ts';
import { beginServing } from '../serving.ts';
import type { Phase } from './phase.ts';

const PROMPT_TOKENS = 7;
const OUTPUT_TOKENS = 8;

/** The server asks itself for one answer; kernels are compiled meanwhile. Then it says that it is ready. */
export const warmUpPhase: Phase = (launch, length) => {
  launch.timers.after(length * 0.1, () => access(launch, 'GET', '/model_info'));
  launch.timers.after(length * 0.15, () => {
    launch.took_a_request = true;
    const [first] = launch.ranks;
    if (first !== undefined)
      launch.sayAs(
        first,
        `Prefill batch, #new-seq: 1, #new-token: ${PROMPT_TOKENS}, #cached-token: 0, token usage: 0.00, #running-req: 0, #queue-req: 0`,
      );
  });
  launch.timers.after(length, () => {
    const counters = launch.engine?.counters;
    if (counters !== undefined) {
      counters.prompt_tokens += PROMPT_TOKENS;
      counters.generation_tokens += OUTPUT_TOKENS;
    }
    access(launch, 'POST', '/generate');
    launch.say('The server is fired up and ready to roll!');
    beginServing(launch);
  });
};

function access(launch: Launch, method: string, path: string): void {
  launch.say(accessLine(launch, { client: '127.0.0.1', method, path, status: 200 }));
}
