import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Figure, Row } from './row.ts';
import { CLI } from './support/command.ts';
import { median, spread } from './support/stats.ts';

const LIMIT_MS = 300;
/** Node's own client has to be loaded too; what comes on top are options, prompts and the record. */
const LIMIT_RATIO = 1.6;
const ROUNDS = 9;

const MODELS = JSON.stringify({ object: 'list', data: [{ id: 'm' }] });
const DELTAS = [
  { delta: { content: 'a' }, finish_reason: null },
  { delta: {}, finish_reason: 'stop' },
];
const ANSWER = `${DELTAS.map((delta) => `data: ${JSON.stringify({ choices: [{ index: 0, ...delta }] })}\n\n`).join('')}data: [DONE]\n\n`;

/** From the spawn to the arrival at the server, in ms. */
interface Arrivals {
  readonly first: number;
  /** Of the first request that asks for tokens. */
  readonly generation: number;
}

export const benchStart: Row = {
  name: 'bench-start',
  how: `From the spawn of \`holdpoint bench\` to the moment at which its first request reaches a server in this process (it asks for the models), and to the first that asks for tokens; in turns with \`node -e\` and one fetch of the same address, ${ROUNDS} rounds after one that is not counted; medians`,
  async measure() {
    const seen: { readonly method: string; readonly at: number }[] = [];
    const server = createServer((request, response) => {
      seen.push({ method: request.method ?? '', at: performance.now() });
      request.resume().on('end', () => answer(request.method ?? '', response));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
    const folder = mkdtempSync(path.join(tmpdir(), 'holdpoint-bench-'));
    const started = async (args: readonly string[]): Promise<Arrivals> => {
      seen.length = 0;
      const begun = performance.now();
      const child = spawn(process.execPath, args, {
        stdio: 'ignore',
        env: { ...process.env, HOME: folder },
      });
      await once(child, 'close');
      const after = (found: { readonly at: number } | undefined) => (found?.at ?? Number.NaN) - begun;
      return { first: after(seen[0]), generation: after(seen.find(({ method }) => method === 'POST')) };
    };
    try {
      const bench = [CLI, 'bench', '--url', url, '--num-prompts', '1', '--dir', folder];
      const fetching = ['-e', `fetch('${url}/v1/models').then((answer) => answer.text())`];
      const rounds: { readonly ours: Arrivals; readonly plain: number }[] = [];
      for (let round = 0; round <= ROUNDS; round++)
        rounds.push({ plain: (await started(fetching)).first, ours: await started(bench) });
      return figures(rounds.slice(1));
    } finally {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function answer(method: string, response: ServerResponse): void {
  const stream = method === 'POST';
  response.setHeader('content-type', stream ? 'text/event-stream' : 'application/json');
  response.end(stream ? ANSWER : MODELS);
}

function figures(rounds: readonly { readonly ours: Arrivals; readonly plain: number }[]): Figure[] {
  const [first, generation, plain] = [
    rounds.map(({ ours }) => ours.first),
    rounds.map(({ ours }) => ours.generation),
    rounds.map((round) => round.plain),
  ];
  const against = `node -e and a fetch took ${median(plain).toFixed(0)} ms`;
  const absolute = (what: string, times: readonly number[]): Figure => ({
    what,
    value: median(times),
    unit: 'ms',
    limit: LIMIT_MS,
    noise: spread(times, 'ms'),
    detail: against,
  });
  return [
    absolute('spawn to the first request', first),
    absolute('spawn to the first request for tokens', generation),
    {
      what: 'to the first request, over node -e and a fetch',
      value: median(first) / median(plain),
      unit: 'x',
      limit: LIMIT_RATIO,
      noise: spread(plain, 'ms'),
      detail: against,
    },
  ];
}
