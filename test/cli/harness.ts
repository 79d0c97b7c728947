import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { VirtualClock } from '../../src/adapters/clock/virtual.ts';
import { cli } from '../../src/cli/cli.ts';
import type { Context } from '../../src/cli/context.ts';
import type { Services } from '../../src/cli/services.ts';

export interface Called {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The document of `--json`. */
  json(): Envelope;
}

export interface Envelope {
  readonly schema_version: number;
  readonly command: string;
  readonly simulated: boolean;
  readonly ok: boolean;
  readonly data?: never;
  readonly error?: {
    readonly name: string;
    readonly message: string;
    readonly hint: string;
    readonly problems: readonly { readonly message: string; readonly line: number | null }[];
  };
}

export interface Setup {
  readonly cwd?: string;
  readonly services?: Partial<Services>;
  readonly env?: Readonly<Record<string, string>>;
  readonly platform?: string;
  readonly isTTY?: boolean;
  readonly columns?: number;
  /** What is piped in. */
  readonly stdin?: readonly Uint8Array[];
  /** What is typed at questions; absent: no terminal. */
  readonly typed?: string;
  readonly clock?: VirtualClock;
  /** Gets the function that presses Ctrl-C. */
  readonly onListen?: (press: () => void) => void;
}

/** Calls one command in this process, exactly as `holdpoint ARGV` would. */
export async function holdpoint(argv: readonly string[], setup: Setup = {}): Promise<Called> {
  const out = { stdout: '', stderr: '', code: 0 };
  const output = (name: 'stdout' | 'stderr'): Context['stdout'] => ({
    isTTY: setup.isTTY === true,
    columns: setup.columns ?? 80,
    rows: 24,
    write: (text) => void (out[name] += text),
  });
  const refuse = (): never => {
    throw new Error('this test gave no such service');
  };
  const none: Services = {
    wire: refuse,
    bench: refuse,
    sandbox: refuse,
    selftest: refuse,
    mock: refuse,
    host: refuse,
    ownMachine: refuse,
    journal: refuse,
    simulate: refuse,
    story: refuse,
    command: refuse,
    runSweep: refuse,
    resumeRun: refuse,
    operator: refuse,
    detach: refuse,
    endInterrupted: refuse,
    terminate: refuse,
  };
  const asked = async (question: string): Promise<string> => {
    out.stderr += question;
    return setup.typed ?? '';
  };
  const context: Context = {
    argv,
    env: { HOME: '/nonexistent', ...setup.env },
    cwd: setup.cwd ?? temporaryFolder(),
    platform: setup.platform ?? 'linux',
    stdin: Readable.from(setup.stdin ?? []),
    stdout: output('stdout'),
    stderr: output('stderr'),
    clock: setup.clock ?? new VirtualClock(),
    services: { ...none, ...setup.services },
    ask: setup.typed === undefined ? null : asked,
    onInterrupt(listener) {
      setup.onListen?.(listener);
      return () => undefined;
    },
    setExitCode: (code) => void (out.code = code),
  };
  await cli(context);
  return { ...out, json: () => JSON.parse(out.stdout) as Envelope };
}

/** Gone when the test that asked for it has ended. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'holdpoint-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
