import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JournalLine } from '../../src/core/sweep/records.ts';
import { holdpoint, type Ran } from './command.ts';

/** A folder with one holdpoint.yaml and the runs that were made of it. */
export class Scene {
  readonly dir = mkdtempSync(path.join(tmpdir(), 'holdpoint-bench-'));

  write(configuration: object): void {
    writeFileSync(path.join(this.dir, 'holdpoint.yaml'), JSON.stringify(configuration));
  }

  holdpoint(...args: readonly string[]): Promise<Ran> {
    return holdpoint([...args, '--dir', this.dir], this.dir);
  }

  async sweep(): Promise<Ran> {
    const ran = await this.holdpoint('sweep', '--yes', '--fresh', '--json');
    if (ran.code !== 0)
      throw new Error(`the sweep ended with ${ran.code}:\n${ran.stderr}\n${ran.stdout.slice(0, 3000)}`);
    return ran;
  }

  get runDir(): string {
    const runs = path.join(this.dir, 'runs');
    return path.join(runs, readdirSync(runs)[0] ?? 'none');
  }

  journal(): readonly JournalLine[] {
    const text = readFileSync(path.join(this.runDir, 'events.jsonl'), 'utf8');
    return text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as JournalLine);
  }

  folder(name: string): string {
    const dir = path.join(this.dir, name);
    mkdirSync(dir, { recursive: true });
    return dir;
  }

  /** Servers that a sweep that failed has left behind end too, each known by pid and start. */
  remove(): void {
    try {
      for (const { record } of this.journal())
        if (record.type === 'generation') endProcess(record.generation);
    } catch {
      // there was no journal
    }
    rmSync(this.dir, { recursive: true, force: true });
  }
}

function endProcess({ pid, start_ticks }: { readonly pid: number; readonly start_ticks: number }): void {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    if (Number(fields[19]) === start_ticks) process.kill(pid, 'SIGKILL');
  } catch {
    // it is gone
  }
}

/** A port that nobody had a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0));
    });
  });
}
