import { FaultError, type FaultName, fault } from '../../../core/fault.ts';
import { visible } from '../../../core/visible.ts';
import type { RunResult } from '../../../ports/host.ts';
import { isLeftBehind } from '../tool-probe.ts';
import { documentIn } from './json.ts';

const LONGEST_QUOTE = 300;
const DENIED = /permission|not permitted|required groups|root privileges/i;

interface Answer {
  readonly document: unknown;
  readonly run: RunResult;
}

/** What a call has printed. Faults: `probe-hung`, `permission`, `probe-failed`. */
export function answerOf(run: RunResult): Answer {
  const name = nameOf(run);
  if (run.timed_out) {
    const left = isLeftBehind(run) ? 'could not be ended and was left behind' : 'was ended';
    const message = `${name} did not answer in ${Math.round(run.took_ms / 1000)} s and ${left}`;
    throw failed('probe-hung', message, run);
  }
  const document = documentIn(run.stdout);
  if (run.code === 0 && document !== undefined) return { document, run };
  const said = quote(run.stderr) || quote(run.stdout) || 'no output';
  if (run.code === 0) throw garbage(run, said);
  const denied = DENIED.test(run.stderr + run.stdout);
  const how = run.signal ?? `exit code ${run.code}`;
  throw failed(denied ? 'permission' : 'probe-failed', `${name} ended with ${how} (${said})`, run);
}

/** An answer that is not what was asked for. */
export function garbage(run: RunResult | null, text: string): FaultError {
  const name = run === null ? 'the tool of the driver' : nameOf(run);
  return failed('probe-failed', `the answer of ${name} cannot be read: ${visible(text)}`, run);
}

function failed(name: FaultName, message: string, run: RunResult | null): FaultError {
  if (run === null) return new FaultError(fault(name, message));
  const text = `${run.argv.join(' ')}: ${quote(run.stdout) || quote(run.stderr) || 'no output'} (exit code ${run.code ?? 'none'})`;
  return new FaultError(
    fault(name, message, { evidence: [{ kind: 'tool', text }], data: { code: run.code } }),
  );
}

function nameOf({ argv }: RunResult): string {
  return argv[0]?.split('/').at(-1) ?? 'the tool';
}

function quote(text: string): string {
  return visible(text.trim().split('\n')[0] ?? '').slice(0, LONGEST_QUOTE);
}
