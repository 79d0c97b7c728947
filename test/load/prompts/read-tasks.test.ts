import { mkdtemp, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FaultError } from '../../../src/core/fault.ts';
import { readTasks } from '../../../src/load/prompts/read-tasks.ts';

async function file(text: string) {
  const name = path.join(await mkdtemp(path.join(tmpdir(), 'prompts-')), 'p.json');
  await writeFile(name, text);
  return name;
}

const turn = (value: string) => ({ from: 'human', value });

describe('a file of prompts', () => {
  it('is ShareGPT by its content: first turns, and what is left out is counted', async () => {
    const talks = [{ id: 'a', conversations: [turn('one'), turn('x')] }, { conversations: [turn('alone')] }];
    expect(await readTasks(await file(JSON.stringify(talks, null, 1)))).toEqual({
      tasks: [{ prompt: 'one', output_tokens: null }],
      notes: ['1 of 2 conversations have fewer than two turns: left out'],
    });
  });

  it('holds conversations as lines, in the form of SGLang too', async () => {
    const lines = [{ conversations: [{ role: 'user', content: 'one' }, { content: 'x' }] }];
    const { tasks } = await readTasks(
      `sharegpt:${await file(lines.map((l) => JSON.stringify(l)).join('\n'))}`,
    );
    expect(tasks).toEqual([{ prompt: 'one', output_tokens: null }]);
  });

  it('asks for the lengths of answers only where the format was named', async () => {
    const name = await file('{"prompt": "one", "output_tokens": 7}\n{"prompt": "two"}\n');
    expect((await readTasks(`custom:${name}`)).tasks.map((t) => t.output_tokens)).toEqual([7, null]);
    const plain = await readTasks(name);
    expect(plain.tasks.map((t) => t.output_tokens)).toEqual([null, null]);
    expect(plain.notes.join()).toMatch(/custom:FILE/);
  });

  it.each([
    ['{"prompt": "one", "output_tokens": 0}', 1, /output_tokens/],
    ['{"prompt": "one"}\n{"conversations": 7}', 2, /conversations/],
    ['[1, 2]', null, /conversation 1 has no "conversations"/],
    ['[{"conversations": [{"value": 1}, {}]}]', null, /conversation 1: its first turn has no text/],
    ['[{"conversations": [{"value": "one"}]}]', null, /two turns/],
    ['[{', null, /no JSON/],
  ])('%j is refused with its place', async (text, line, message) => {
    const error = (await readTasks(await file(text)).catch((e: unknown) => e)) as FaultError;
    expect(error.fault.name).toBe('configuration');
    expect(error.fault.message).toMatch(message);
    expect(error.fault.problems[0]?.line).toBe(line);
  });

  it('is not read when it is too large', async () => {
    const name = await file('');
    await truncate(name, 257 * 1024 * 1024);
    const error = (await readTasks(name).catch((e: unknown) => e)) as FaultError;
    expect(error.fault.message).toMatch(/more than 256 MiB/);
    expect(error.fault.problems[0]?.remedy).toMatch(/jq|head/);
  });
});
