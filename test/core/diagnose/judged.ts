import { readFileSync } from 'node:fs';
import { LogJudge } from '../../../src/core/diagnose/log-judge.ts';
import type { DiagnoseDocument } from '../../../src/core/documents/diagnose.ts';

const FIXTURES = new URL('../../fixtures/', import.meta.url);

/** A log of a real engine, shortened: `vllm/bad-flag`. */
export function capturedLog(name: string): string {
  return readFileSync(new URL(`${name}.log`, FIXTURES), 'utf8');
}

/** What `diagnose` says of a text, read in pieces of this size. */
export function judged(text: string, engine: string | null = null, piece = 4096): DiagnoseDocument {
  const judge = new LogJudge(engine);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += piece) judge.feed(bytes.subarray(at, at + piece));
  judge.end();
  return judge.document();
}

/** Verdict and cause in a word: `failed out-of-memory`, `ready`. */
export function told({ verdict, fault }: DiagnoseDocument): string {
  return fault === null ? verdict : `${verdict} ${String(fault.data['cause'])}`;
}
