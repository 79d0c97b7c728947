import { wrap } from '../../report/width.ts';
import { paintFor } from '../../tui/ansi.ts';
import type { Context } from '../context.ts';
import type { NaiveSetting, NaiveStep, Story } from './story.ts';

/** The first act: what two tuning scripts make of the host. Told on stderr, step by step. */
export async function scriptsAct(context: Context, story: Story): Promise<readonly NaiveSetting[]> {
  const { stderr, env } = context;
  const paint = paintFor(stderr.isTTY, env);
  const say = (text: string, indent = '') => {
    for (const line of wrap(text, Math.max(20, stderr.columns - 1 - indent.length)))
      stderr.write(`${indent}${line}\n`);
  };
  say('1. Two scripts: sed on the unit, sleep 8, poll /v1/models');
  let setting = '';
  const tell = (step: NaiveStep) => {
    if (step.setting !== setting) stderr.write(`\n   ${paint.strong(step.setting)}\n`);
    setting = step.setting;
    say(`${step.did}: "${step.said}"`, '     ');
    if (step.lie !== null) say(paint.doubtful(`not so: ${step.lie}`), '       ');
  };
  const results = await story.run(() => story.naive(tell));
  const failed = results.filter(({ outcome }) => outcome === 'failed to start').length;
  stderr.write('\n');
  say(
    `${failed} of ${results.length} settings "failed to start", and not one of them was ever tried.`,
    '   ',
  );
  return results;
}
