import type { SweepDocument } from './sweep.ts';

/** The `report` document: which files were written, and what of. */
export interface ReportDocument {
  readonly run: string;
  readonly state: SweepDocument['state'];
  /** Hosts, users, paths, prompts and answers are hidden in them. */
  readonly share: boolean;
  /** Absolute paths. */
  readonly files: readonly string[];
}
