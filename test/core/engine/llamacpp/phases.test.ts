import { expect, it } from 'vitest';
import { llamacpp } from '../../../../src/core/engine/llamacpp/index.ts';
import { fixture, logLines } from './fixture.ts';

const phases = (name: string) => fixture(name).log.flatMap((line) => llamacpp.phase(line) ?? []);

it('names the phases of a load in their order', () => {
  const load = ['bind', 'load', 'fit', 'tensors', 'context', 'threads', 'warm-up', 'slots', 'ready', 'ready'];
  expect(phases('defaults')).toEqual(['arguments', 'arguments', ...load]);
  expect(phases('no-prefix')).toEqual(['arguments', 'arguments', ...load]);
});

it('shows the draft model as a phase of its own, and few of them at the default verbosity', () => {
  expect(phases('draft')).toContain('draft');
  expect(phases('quiet')).toEqual(['arguments', 'load', 'threads', 'draft', 'slots', 'ready', 'ready']);
});

it('takes no other line for a phase', () => {
  const text =
    '1.02.003.004 I slot print_timing: id  0 | srv  llama_server: model loaded\nuser: srv  llama_server: listening on http://x\n';
  expect(logLines(text).map((line) => llamacpp.phase(line))).toEqual([null, null, null]);
});
