import type { TruthCase } from './case.ts';
import type { Reported } from './reported.ts';

/** A run of a tool: where it works, and the server that it asks. */
export interface Job {
  readonly one: TruthCase;
  readonly url: string;
  /** An own empty folder, removed after it. */
  readonly dir: string;
}

/** A load generator as a program. */
export interface Tool {
  readonly name: string;
  readonly version: string;
  /** Packages that are installed for it, itself among them. */
  readonly packages: number;
  /** A load that it calls void is made again by itself, and the last one counts. */
  readonly repeats: boolean;
  /** Requests that it sends before the load proper. */
  warmUps(one: TruthCase): number;
  /** Writes what it needs into the folder of the job. */
  command(job: Job): { readonly argv: readonly string[]; readonly env: NodeJS.ProcessEnv };
  /** Reads what it wrote. Throws where there is nothing to read. */
  parse(job: Job, stdout: string): Reported;
}
