import { sweep } from './sweep.ts';
import { type SweepCase, seqs } from './sweep-case.ts';
import { endOf, lastError, rowsOf } from './words.ts';

/** The second of three settings has a cache too small for one request; then the sweep is taken up again. */
export const SMALL: SweepCase = async (place) => {
  const settings = { ...seqs(2), small: { num_gpu_blocks_override: 4 }, ...seqs(8) };
  const first = await sweep(place, { name: 'small', settings });
  const flags = ['--resume', '--continue-on-error'];
  const again = await sweep(place, { name: 'small', settings, flags });
  return {
    'setting that cannot start: cache too small (vLLM)': [
      `${endOf(first)}, ${lastError(first)}; ${rowsOf(first)}, the setting after it not tried`,
      `with \`${flags.join(' ')}\` then ${endOf(again)}: ${again.summary} rows for 3 settings, and a file that says \`${again.failures.join()}\`, no cause`,
    ].join('; '),
  };
};
