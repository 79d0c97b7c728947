import { sweep } from './sweep.ts';
import { type SweepCase, seqs } from './sweep-case.ts';
import { endOf, rowsOf } from './words.ts';

/** Three settings on a free port. */
export const FREE: SweepCase = async (place) => {
  const swept = await sweep(place, { name: 'free', settings: seqs(2, 4, 8) });
  return {
    'nothing wrong (vLLM)': `${endOf(swept)}; ${rowsOf(swept)}. It reads nothing back; servers with ${swept.answered.join(', ')} answered`,
  };
};
