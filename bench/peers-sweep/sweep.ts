import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Place } from './place.ts';
import { type Recorded, recordedIn } from './recorded.ts';
import { type Served, servedOn } from './served.ts';

/** Between two looks at the port; the sweep itself looks every second. */
const BETWEEN_MS = 250;
/** Looks at the port for one at the memory, which takes longer. */
const LOOKS = 8;
const LOAD = [
  ...['--dataset-name', 'random', '--random-input-len', '16', '--random-output-len', '16', '--ignore-eos'],
  ...['--num-prompts', '16', '--max-concurrency', '4', '--disable-tqdm'],
];

export interface Asked {
  readonly name: string;
  /** Flags of the server by the name of their setting, in the words of the sweep: `max_num_seqs`. */
  readonly settings: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly flags?: readonly string[];
  /** Absent: the command of the place. */
  readonly server?: readonly string[];
}

/** What is seen at one moment of a sweep. */
export interface Moment {
  readonly sweep: number;
  readonly served: Served | null;
}

export interface Swept extends Recorded {
  /** null: ended by `signal`. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  /** Values of `max_num_seqs` that answered on the port meanwhile, in their order. */
  readonly answered: readonly number[];
}

/** One run of `vllm bench sweep serve` to its end; `look` is called again and again meanwhile. */
export async function sweep(
  place: Place,
  asked: Asked,
  look: (moment: Moment) => void = () => {},
): Promise<Swept> {
  const log = path.join(place.folder, `${asked.name}.log`);
  const fd = openSync(log, 'a');
  const [vllm = '', ...words] = command(place, asked);
  const child = spawn(vllm, words, { cwd: place.folder, env: place.env, stdio: ['ignore', fd, fd] });
  closeSync(fd);
  const ended = once(child, 'exit');
  const answered: number[] = [];
  for (let looks = 0; child.exitCode === null && child.signalCode === null; looks++) {
    if (looks % LOOKS === 0) place.noteSharedMemory();
    const served = await servedOn(place.port);
    const value = served?.max_num_seqs ?? null;
    if (value !== null && value !== answered.at(-1)) answered.push(value);
    look({ sweep: child.pid ?? 0, served });
    await sleep(BETWEEN_MS);
  }
  await ended;
  return {
    code: child.exitCode,
    signal: child.signalCode,
    output: readFileSync(log, 'utf8'),
    answered,
    ...recordedIn(path.join(place.folder, 'out', asked.name)),
  };
}

function command(place: Place, { name, settings, flags = [], server = place.server }: Asked) {
  const { port, model, folder } = place;
  const params = path.join(folder, `${name}.json`);
  writeFileSync(params, JSON.stringify(settings));
  const [vllm = ''] = place.server;
  const client = [vllm, 'bench', 'serve', '--backend', 'openai', '--host', '127.0.0.1', '--port', `${port}`];
  return [
    ...[vllm, 'bench', 'sweep', 'serve', '--serve-cmd', server.join(' '), '--serve-params', params],
    ...['--bench-cmd', [...client, '--model', 'tiny', '--tokenizer', model, ...LOAD].join(' ')],
    ...['-o', 'out', '--experiment-name', name, '--num-runs', '1', '--server-ready-timeout', '900'],
    ...flags,
  ];
}
