import type { Fault } from '../fault.ts';

/** A line of a log that a signature knows. `line` counts from 1; `rank` null: the line names none. */
export interface DiagnosedLine {
  readonly signature: string;
  readonly line: number;
  readonly text: string;
  readonly rank: number | null;
}

/** The `diagnose` document: what a server's log says about how it went. */
export interface DiagnoseDocument {
  readonly verdict: 'failed' | 'loading' | 'ready' | 'unknown';
  readonly engine: string | null;
  readonly phase: string | null;
  readonly fault: Fault | null;
  /** The earliest line that explains the rest. */
  readonly root: DiagnosedLine | null;
  /** Lines that only follow from the root. */
  readonly consequences: readonly DiagnosedLine[];
  readonly notes: readonly string[];
  /** How many lines there are, and how many of them look bad and are not. */
  readonly lines: number;
  readonly harmless: number;
}
