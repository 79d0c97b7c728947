import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface Seen {
  readonly pid: number;
  readonly command: string;
  readonly env: readonly string[];
}

/** Living processes that carry a variable with this value. */
export function carriers(name: string, value: string): readonly Seen[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      const seen = processOf(Number(entry));
      return seen?.env.includes(`${name}=${value}`) ? [seen] : [];
    });
}

/** null: gone, a zombie, or not ours to look at. */
export function processOf(pid: number): Seen | null {
  if (!isAlive(pid)) return null;
  try {
    const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');
    const words = (text: string) => text.split('\0').filter((word) => word !== '');
    return { pid, command: words(read('cmdline')).join(' '), env: words(read('environ')) };
  } catch {
    return null;
  }
}

/** By its state alone: what is about to end has no environment any more. */
export function isAlive(pid: number): boolean {
  try {
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')[0];
    return state !== 'Z' && state !== 'X';
  } catch {
    return false;
  }
}

/** A process and everything that descends from it at this moment. */
export function familyOf(pid: number): readonly number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry) && isAlive(Number(entry)))
      .map((entry) => [Number(entry), parentOf(Number(entry))]),
  );
  const descends = (child: number): boolean => {
    if (child === pid) return true;
    const parent = parents.get(child);
    return parent !== undefined && parent !== 0 && descends(parent);
  };
  return [...parents.keys()].filter(descends);
}

function parentOf(pid: number): number {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) . /s, '')
        .split(' ')[0],
    );
  } catch {
    return 0;
  }
}

/** Living processes that work in this folder, also when it is removed: some write their title over their environment. */
export function workersIn(folder: string): readonly number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && isAlive(Number(entry)))
    .filter((entry) => {
      try {
        return readlinkSync(`/proc/${entry}/cwd`).replace(/ \(deleted\)$/, '') === folder;
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Memory that a process has resident, in bytes; what it shares with others counts in each. 0: it is gone. */
export function residentBytes(pid: number): number {
  try {
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kib ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** Which of these processes is the core of a vLLM. */
export function coreAmong(pids: readonly number[]): number {
  const core = pids.find((pid) => processOf(pid)?.command.startsWith('VLLM::EngineCore'));
  if (core === undefined) throw new Error('none of them is the core of a vLLM');
  return core;
}
