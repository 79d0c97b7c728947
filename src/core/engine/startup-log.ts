import type { LogLine } from '../log-line.ts';

const LONGEST_QUOTE = 300;

export interface StartupLog {
  /** What was logged before `ready`: afterwards requests are logged, whose text can look like anything. */
  startup(log: readonly LogLine[]): readonly LogLine[];
  /** The last line whose message matches; null: none. */
  lastLine(lines: readonly LogLine[], pattern: RegExp): LogLine | null;
  /** How a line is quoted as evidence. */
  quoted(line: LogLine): string;
}

/** How the log of a start is read where an engine writes `message` behind prefixes of its own and ends its load with `ready`. */
export function startupLog(message: (line: LogLine) => string, ready: RegExp): StartupLog {
  return {
    startup(log) {
      const end = log.findIndex((line) => ready.test(message(line)));
      return end < 0 ? log : log.slice(0, end);
    },
    lastLine: (lines, pattern) => lines.findLast((line) => pattern.test(message(line))) ?? null,
    quoted: (line) => `log line ${line.line}: ${message(line).slice(0, LONGEST_QUOTE)}`,
  };
}
