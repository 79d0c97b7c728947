import type { FaultBook } from '../../../src/sim/faults/book.ts';
import type { SimRequest } from '../../../src/sim/machine.ts';
import { sglangServer } from '../../../src/sim/server/server.ts';
import { type Scene, scene, spawn } from '../machine.ts';

export const PORT = 30_000;

export const COMMAND = [
  '/opt/sglang/bin/python',
  '-m',
  'sglang.launch_server',
  '--model-path',
  '/models/Kimi-K2.6',
  '--trust-remote-code',
  '--tp-size',
  '8',
  '--host',
  '0.0.0.0',
  '--port',
  String(PORT),
  '--enable-metrics',
  '--speculative-algorithm',
  'DDTREE',
  '--speculative-draft-model-path',
  '/models/Kimi-K2.6-DFlash',
  '--speculative-num-draft-tokens',
  '8',
  '--speculative-ddtree-budget',
  '8',
  '--speculative-ddtree-topk',
  '4',
];

/** One answer as a client saw it, with the simulated moment of each part. */
export interface Answer {
  status: number | null;
  body: string;
  ended: boolean;
  error: string | null;
  readonly parts: { readonly at: number; readonly text: string }[];
}

/** A machine on which servers can be started by hand, without a service manager. */
export class Bench {
  readonly scene: Scene;
  log = '';
  exit: { readonly code: number | null; readonly signal: string | null } | null = null;
  pid = 0;
  readonly #make: ReturnType<typeof sglangServer>;

  constructor(
    options: { readonly faults?: FaultBook; readonly seed?: number; readonly load_s?: number } = {},
  ) {
    const { faults, seed } = options;
    this.scene = scene({
      ...(faults === undefined ? {} : { faults }),
      ...(seed === undefined ? {} : { seed }),
    });
    this.#make = sglangServer(
      this.scene.machine,
      options.load_s === undefined ? {} : { load_s: options.load_s },
    );
  }

  start(argv: readonly string[] = COMMAND): void {
    this.log = '';
    this.exit = null;
    this.pid = spawn(this.scene, this.#make(argv), {
      argv,
      output: (text) => {
        this.log += text;
      },
      exited: (exit) => {
        this.exit = exit;
      },
    }).pid;
  }

  /** Lets simulated time pass. */
  async pass(seconds: number): Promise<void> {
    await this.scene.clock.advance(seconds * 1000);
    this.scene.machine.time.now();
  }

  /** A start from nothing to readiness. */
  async up(argv: readonly string[] = COMMAND): Promise<void> {
    this.start(argv);
    await this.pass(445);
  }

  kill(signal: 'TERM' | 'KILL' = 'TERM', pid: number = this.pid): void {
    this.scene.machine.kernel.kill(pid, signal);
  }

  /** Opens a request; what has come so far can be looked at any time. */
  open(method: string, path: string, body: unknown = null): Answer {
    const answer: Answer = { status: null, body: '', ended: false, error: null, parts: [] };
    const request: SimRequest = {
      method,
      path,
      headers: {},
      body: body === null ? '' : JSON.stringify(body),
    };
    this.scene.machine.kernel.open('127.0.0.1', PORT, request, {
      head: (status) => {
        answer.status = status;
      },
      data: (text) => {
        answer.body += text;
        answer.parts.push({ at: this.scene.machine.time.now(), text });
      },
      end: () => {
        answer.ended = true;
      },
      failed: (error) => {
        answer.error = error;
      },
    });
    return answer;
  }

  async ask(method: string, path: string, body: unknown = null, seconds = 1): Promise<Answer> {
    const answer = this.open(method, path, body);
    await this.pass(seconds);
    return answer;
  }

  async json(path: string): Promise<Readonly<Record<string, unknown>>> {
    return JSON.parse((await this.ask('GET', path)).body);
  }

  /** Lines as a journal has them: a bar that redraws itself is one line. */
  lines(): readonly string[] {
    return this.log.split('\n');
  }

  /** Processes of the service that live. */
  members(): readonly string[] {
    return this.scene.machine.kernel.inCgroup('/system.slice/llm.service').map(({ argv }) => argv[0] ?? '');
  }
}
