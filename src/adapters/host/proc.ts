/**
 * Parsers of the process files under /proc. All of them take the file's text and return null where it is not what the
 * kernel writes. Names and arguments in these files are chosen by the processes themselves.
 */

export interface ProcessStat {
  readonly pid: number;
  readonly state: string;
  readonly ppid: number;
  readonly session: number;
  readonly cpu_ticks: number;
  readonly threads: number;
  readonly start_ticks: number;
}

/**
 * /proc/PID/stat. The name stands in parentheses and may itself contain `) (` and newlines, so the fields are counted
 * from the last `)`.
 */
export function parseStat(text: string): ProcessStat | null {
  const open = text.indexOf(' (');
  const close = text.lastIndexOf(') ');
  if (open < 0 || close < open) return null;
  const fields = text
    .slice(close + 2)
    .trimEnd()
    .split(' ');
  const pid = Number(text.slice(0, open));
  const state = fields[0] ?? '';
  const [ppid, session, user, system, threads, start] = [1, 3, 11, 12, 17, 19].map((i) =>
    Number(fields[i]),
  ) as [number, number, number, number, number, number];
  const numbers = [pid, ppid, session, user, system, threads, start];
  if (state.length !== 1 || !numbers.every(Number.isSafeInteger)) return null;
  return { pid, state, ppid, session, cpu_ticks: user + system, threads, start_ticks: start };
}

/**
 * /proc/PID/status: effective user and resident memory. The kernel escapes newlines in the name, so a line that begins
 * with `Uid:` is its own. Zombies and kernel threads have no memory and no VmRSS line.
 */
export function parseStatus(text: string): { readonly uid: number; readonly rss_bytes: number } | null {
  const uid = /^Uid:\s+\d+\s+(\d+)/m.exec(text);
  if (uid === null) return null;
  const rss = /^VmRSS:\s+(\d+) kB$/m.exec(text);
  return { uid: Number(uid[1]), rss_bytes: rss === null ? 0 : Number(rss[1]) * 1024 };
}

/** /proc/PID/cmdline: arguments that each end with NUL; an empty argument is kept. */
export function parseCommandLine(text: string): string[] {
  if (text === '') return [];
  return (text.endsWith('\0') ? text.slice(0, -1) : text).split('\0');
}

/** /proc/PID/environ. Of a name that stands twice the first counts, as for getenv. */
export function parseEnvironment(text: string): Record<string, string> {
  const variables = new Map<string, string>();
  for (const entry of text.split('\0')) {
    const equals = entry.indexOf('=');
    if (equals <= 0) continue;
    const name = entry.slice(0, equals);
    if (!variables.has(name)) variables.set(name, entry.slice(equals + 1));
  }
  return Object.fromEntries(variables);
}

/** /proc/PID/io: what went to and came from storage (the page cache is not in it). */
export function parseIo(text: string): { readonly read_bytes: number; readonly write_bytes: number } | null {
  const read = /^read_bytes: (\d+)$/m.exec(text);
  const write = /^write_bytes: (\d+)$/m.exec(text);
  if (read === null || write === null) return null;
  return { read_bytes: Number(read[1]), write_bytes: Number(write[1]) };
}

/** /proc/meminfo; null where the kernel does not say what is available. */
export function parseMemory(
  text: string,
): { readonly total_bytes: number; readonly available_bytes: number } | null {
  const total = /^MemTotal:\s+(\d+) kB$/m.exec(text);
  const available = /^MemAvailable:\s+(\d+) kB$/m.exec(text);
  if (total === null || available === null) return null;
  return { total_bytes: Number(total[1]) * 1024, available_bytes: Number(available[1]) * 1024 };
}

/** Names below /dev/shm in lines of /proc/PID/maps or targets of /proc/PID/fd; unlinked ones have no name any more. */
export function sharedMemoryName(path: string): string | null {
  const match = /(?:^|\s)\/dev\/shm\/(.+)$/s.exec(path);
  if (match === null || match[1] === undefined || match[1].endsWith(' (deleted)')) return null;
  return match[1];
}

/** /etc/passwd as names by uid; the first entry of a uid counts. */
export function parseUsers(text: string): Map<number, string> {
  const users = new Map<number, string>();
  for (const line of text.split('\n')) {
    const [name, , uid] = line.split(':');
    if (name === undefined || uid === undefined || !/^\d+$/.test(uid)) continue;
    if (!users.has(Number(uid))) users.set(Number(uid), name);
  }
  return users;
}
