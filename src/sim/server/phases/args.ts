import type { Launch } from '../launch.ts';
import { PACKAGES, repr } from '../log/python.ts';
import type { Phase } from './phase.ts';

/** Python's imports, the server's own rewrites of its arguments, and the arguments themselves on one long line. */
export const argumentsPhase: Phase = (launch, length) => {
  greet((text) => launch.self.write(text));
  launch.self.use({ cpu_per_s: 1, rss_bytes: 1.1e9, read_bytes_per_s: 40e6 });
  launch.timers.after(length * 0.6, () => {
    for (const warning of launch.arguments.warnings) launch.say(warning);
  });
  launch.timers.after(length * 0.8, () => {
    launch.say(`server_args=ServerArgs(${fields(launch)})`);
    launch.say('Using default HuggingFace chat template with detected content format: openai');
  });
};

/** What Python prints before any argument is looked at. */
export function greet(write: (text: string) => void): void {
  write(
    `${PACKAGES}/sglang/launch_server.py:71: UserWarning: 'python -m sglang.launch_server' is still supported, but 'sglang serve' is the recommended entrypoint.\n  Example: sglang serve --model-path <model> [options]\n  warnings.warn(\n`,
  );
}

function fields(launch: Launch): string {
  return Object.entries(launch.arguments.report)
    .map(([key, value]) => `${key}=${repr(value)}`)
    .join(', ');
}
