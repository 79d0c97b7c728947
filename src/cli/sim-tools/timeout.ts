import type { Milliseconds } from '../../core/units.ts';
import type { Context } from '../context.ts';
import { intervalMs } from './interval.ts';

/** timeout(1): 124 where the time was over, 125 where it was called wrongly itself. */
const TIMED_OUT = 124;
const MISUSED = 125;
const KILLED = 137;

interface Call {
  readonly limit_ms: Milliseconds;
  readonly signal: NodeJS.Signals;
  /** From the signal to SIGKILL; null: never. */
  readonly kill_after_ms: Milliseconds | null;
  readonly preserve_status: boolean;
  readonly own_group: boolean;
  readonly argv: readonly string[];
}

/** timeout(1): the command runs in real life, its time is that of the context's clock. */
export async function timeout(context: Context, words: readonly string[]): Promise<void> {
  const call = readCall(words);
  if (typeof call === 'string') {
    context.stderr.write(`timeout: ${call}\n`);
    return context.setExitCode(MISUSED);
  }
  const { clock } = context;
  const command = await context.services.command(call.argv, context.env, { own_group: call.own_group });
  const cancels: (() => void)[] = [];
  let ended_by: NodeJS.Signals | null = null;
  const end = (signal: NodeJS.Signals): void => {
    ended_by = signal;
    command.kill(signal);
  };
  if (call.limit_ms > 0)
    cancels.push(
      clock.alarm(call.limit_ms, () => {
        end(call.signal);
        if (call.kill_after_ms !== null) cancels.push(clock.alarm(call.kill_after_ms, () => end('SIGKILL')));
      }),
    );
  const code = await command.ended;
  for (const cancel of cancels) cancel();
  if (ended_by === 'SIGKILL') context.setExitCode(KILLED);
  else context.setExitCode(ended_by === null || call.preserve_status ? code : TIMED_OUT);
}

/** A text: what is wrong with it. */
function readCall(words: readonly string[]): Call | string {
  let signal: NodeJS.Signals = 'SIGTERM';
  let kill_after_ms: Milliseconds | null = null;
  let preserve_status = false;
  let own_group = true;
  let at = 0;
  for (; at < words.length && /^-./.test(words[at] ?? ''); at += 1) {
    const word = words[at] ?? '';
    if (word === '--') {
      at += 1;
      break;
    }
    const [, name = word, given] =
      /^(--[a-z-]+)=(.*)$|^(-[ks])(.+)$/s.exec(word)?.filter((part) => part !== undefined) ?? [];
    const value = (): string => given ?? words[++at] ?? '';
    if (name === '-s' || name === '--signal') {
      const text = value().toUpperCase().replace(/^SIG/, '');
      signal = `SIG${text}` as NodeJS.Signals;
      if (!SIGNALS.has(signal)) return `${text}: invalid signal`;
    } else if (name === '-k' || name === '--kill-after') {
      const text = value();
      kill_after_ms = intervalMs(text);
      if (kill_after_ms === null) return `invalid time interval '${text}'`;
    } else if (name === '--preserve-status') preserve_status = true;
    else if (name === '--foreground') own_group = false;
    else if (name !== '-v' && name !== '--verbose') return `unrecognized option '${word}'`;
  }
  const [limit = '', ...argv] = words.slice(at);
  const limit_ms = intervalMs(limit);
  if (limit_ms === null) return limit === '' ? 'missing operand' : `invalid time interval '${limit}'`;
  if (argv.length === 0) return 'missing operand';
  return { limit_ms, signal, kill_after_ms, preserve_status, own_group, argv };
}

const SIGNALS: ReadonlySet<string> = new Set([
  'SIGTERM',
  'SIGKILL',
  'SIGINT',
  'SIGHUP',
  'SIGQUIT',
  'SIGUSR1',
  'SIGUSR2',
]);
