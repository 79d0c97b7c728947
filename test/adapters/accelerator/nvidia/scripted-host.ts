import type { Member } from '../../../../src/core/generation.ts';
import type { Host, ProcessRow, RunOptions, RunResult } from '../../../../src/ports/host.ts';
import { type App, appText, type Gpu, gpuText } from './smi.ts';

export const TOOL = '/usr/bin/nvidia-smi';

/** What one call of the tool gives, on either question, or on both. */
export interface Frame {
  readonly gpus?: readonly Gpu[];
  readonly apps?: readonly App[];
  readonly answer?: Partial<RunResult>;
}

/** A host whose `nvidia-smi` is a script: one frame for each look, the last one again and again. */
export class ScriptedHost {
  readonly calls: { readonly argv: readonly string[]; readonly options: RunOptions | undefined }[] = [];
  readonly processes: ProcessRow[] = [];
  readonly environments = new Map<number, Record<string, string>>();
  readonly objects = new Map<number, readonly string[]>();
  readonly shm = new Set<string>();
  memory: { total_bytes: number; available_bytes: number } | null = null;
  frame: () => Frame;
  took_ms = 200;

  constructor(frame: () => Frame) {
    this.frame = frame;
  }

  add(process: Partial<ProcessRow> & { readonly pid: number }): Member {
    const row: ProcessRow = {
      ppid: 1,
      start_ticks: process.pid * 10,
      state: 'S',
      session: process.pid,
      uid: 1000,
      user: 'serve',
      argv: ['python3', '-m', 'sglang.launch_server'],
      rss_bytes: 1,
      cpu_ticks: 1,
      ...process,
    };
    this.processes.push(row);
    const { pid, start_ticks, ppid, state, user, argv } = row;
    return { pid, start_ticks, ppid, state, user, command: argv.join(' ') };
  }

  end(pid: number): void {
    const at = this.processes.findIndex((row) => row.pid === pid);
    if (at >= 0) this.processes.splice(at, 1);
  }

  /** How often each question was asked. */
  asked(question: 'gpu' | 'compute-apps'): number {
    return this.calls.filter(({ argv }) => argv[1]?.startsWith(`--query-${question}=`)).length;
  }

  async run(argv: readonly string[], options?: RunOptions): Promise<RunResult> {
    this.calls.push({ argv, options });
    const { gpus = [], apps = [], answer = {} } = this.frame();
    const fields = argv[1] ?? '';
    const stdout = fields.startsWith('--query-gpu=')
      ? gpuText(gpus, fields.includes('display_active'))
      : appText(apps);
    const given = { code: 0, signal: null, stdout, stderr: '', timed_out: false, took_ms: this.took_ms };
    return { argv, ...given, ...answer };
  }

  get host(): Host {
    const parts: Partial<Host> = {
      kind: 'local',
      simulated: false,
      run: (argv, options) => this.run(argv, options),
      process: async (pid) => this.processes.find((row) => row.pid === pid) ?? null,
      processes: async () => this.processes,
      environment: async (pid) => this.environments.get(pid) ?? null,
      sharedMemory: async (pid) => this.objects.get(pid) ?? [],
      memory: async () => this.memory,
      file: async (path) =>
        this.shm.has(path)
          ? {
              path,
              real_path: path,
              kind: 'file',
              size_bytes: 1,
              mtime_ns: '1',
              inode: '1',
              uid: 0,
              mode: 0o600,
            }
          : null,
    };
    return parts as Host;
  }
}
