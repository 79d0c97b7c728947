import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAssignments } from '../../../src/sim/systemd/unit-file/assignments.ts';
import { parseCommands } from '../../../src/sim/systemd/unit-file/command.ts';
import { parseEnvironment } from '../../../src/sim/systemd/unit-file/environment.ts';
import { parseEnvironmentFile } from '../../../src/sim/systemd/unit-file/environment-file.ts';
import { expandCommand } from '../../../src/sim/systemd/unit-file/expand-variables.ts';
import { shellQuote } from '../../../src/sim/systemd/unit-file/shell-quote.ts';

interface Captured {
  readonly exec_start: readonly {
    readonly value: string;
    readonly prefix?: string;
    readonly unit: string;
    readonly argv: readonly string[] | null;
    readonly refused?: true;
    readonly shown?: string;
    readonly ignore_errors?: boolean;
  }[];
  readonly environment: readonly {
    readonly value: string;
    readonly unit: string;
    readonly env: Readonly<Record<string, string>>;
    readonly shown: string;
  }[];
  readonly environment_file: readonly {
    readonly text: string;
    readonly env: Readonly<Record<string, string>>;
    readonly rejected: readonly string[];
  }[];
}

const captured: Captured = JSON.parse(
  readFileSync(new URL('../../fixtures/systemd/quoting.json', import.meta.url), 'utf8'),
);
const VARIABLES = { T_A: 'one two', T_Q: 'a \'b c\' "d e"' };

function valueOf(key: string, text: string): string {
  const [assignment] = parseAssignments(`[Service]\n${key}=${text}\n`).assignments;
  return assignment?.value ?? '';
}

function parse(value: string, unit: string) {
  return parseCommands(valueOf('ExecStart', value), { unit, hostname: 'vm', boot_id: 'b' });
}

describe('ExecStart= as a real systemd read it', () => {
  test.each(captured.exec_start)('$prefix $value', ({ value, prefix = '', unit, ...wanted }) => {
    const parsed = parse(`${prefix}/usr/bin/python3 /run/dump.py ${value}`, unit);
    if (wanted.argv === null) {
      expect(parsed.ok && parsed.commands.length === 1).toBe(false);
      return;
    }
    const [command] = parsed.ok ? parsed.commands : [];
    expect(command && expandCommand(command, VARIABLES).slice(2)).toEqual(wanted.argv);
    if (wanted.shown !== undefined) expect(command?.argv.join(' ')).toBe(wanted.shown);
    expect(command?.ignore_errors).toBe(wanted.ignore_errors);
  });
});

test('@ gives the program another name', () => {
  const parsed = parse('@/usr/bin/python3 llm a', 'u.service');
  expect(parsed).toEqual({
    ok: true,
    commands: [{ path: '/usr/bin/python3', argv: ['llm', 'a'], ignore_errors: false, verbatim: false }],
  });
});

test('the quoting that writers of drop-ins use brings every argv through', () => {
  const escape = (argument: string) =>
    `"${[...argument]
      .map((character) => {
        const code = character.codePointAt(0) ?? 0;
        if (character === '\\' || character === '"') return `\\${character}`;
        if (character === '%' || character === '$') return character + character;
        return code < 32 || code === 127 ? `\\x${code.toString(16).padStart(2, '0')}` : character;
      })
      .join('')}"`;
  const argument = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
  fc.assert(
    fc.property(fc.array(argument, { maxLength: 8 }), (argv) => {
      const parsed = parse(`"/opt/server" ${argv.map(escape).join(' ')}`, 'u.service');
      const [command] = parsed.ok ? parsed.commands : [];
      expect(command && expandCommand(command, VARIABLES)).toEqual(['/opt/server', ...argv]);
    }),
    { numRuns: 200 },
  );
});

describe('Environment= as a real systemd read it', () => {
  test.each(captured.environment)('$value', ({ value, unit, env, shown }) => {
    const parsed = parseEnvironment(valueOf('Environment', value), { unit, hostname: 'vm', boot_id: 'b' });
    expect(Object.fromEntries(parsed.assignments.map(split))).toEqual(env);
    expect(parsed.assignments.map(shellQuote).join(' ')).toBe(shown);
    expect(parsed.remarks.length > 0).toBe(Object.keys(env).length === 0 || /^1T|# /.test(value));
  });
});

describe('EnvironmentFile= as a real systemd read it', () => {
  test.each(captured.environment_file)('$text', ({ text, env, rejected }) => {
    const parsed = parseEnvironmentFile(text);
    expect(Object.fromEntries(parsed.assignments.map(split))).toEqual(env);
    expect(parsed.invalid).toEqual(rejected);
  });
});

function split(assignment: string): [string, string] {
  const equals = assignment.indexOf('=');
  return [assignment.slice(0, equals), assignment.slice(equals + 1)];
}
