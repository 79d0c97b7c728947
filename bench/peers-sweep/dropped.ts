import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Place } from './place.ts';
import { sweep } from './sweep.ts';
import { type SweepCase, seqs } from './sweep-case.ts';
import { endOf, rowsOf, winnerOf } from './words.ts';

/** The server is started by a script that passes on none of the flags that are swept. */
export const DROPPED: SweepCase = async (place) => {
  const swept = await sweep(place, { name: 'dropped', settings: seqs(2, 4), server: wrapped(place) });
  return {
    'flag that a wrapper drops (vLLM)': `${endOf(swept)}; ${rowsOf(swept)}, so that ${winnerOf(swept)} wins; on the port answered only ${swept.answered.join(', ')}`,
  };
};

/** A command that is called as the sweep wants its server to be called. */
function wrapped({ server, folder }: Place): readonly string[] {
  const script = path.join(folder, 'bin/vllm');
  mkdirSync(path.dirname(script));
  writeFileSync(script, `#!/bin/sh\nexec ${server.join(' ')}\n`);
  chmodSync(script, 0o755);
  return [script, ...server.slice(1)];
}
