import { describe, expect, test } from 'vitest';
import { polkitRule } from '../../../../../src/adapters/supervisor/systemd/rights/polkit-rule.ts';
import { sudoersLines } from '../../../../../src/adapters/supervisor/systemd/rights/sudoers.ts';

interface Action {
  readonly id: string;
  readonly unit?: string;
  readonly verb?: string;
}

/** Runs a rule as polkit's own interpreter does: null is "not handled". */
function decide(text: string, user: string, { id, unit, verb }: Action): unknown {
  const details: Readonly<Record<string, string | undefined>> = { unit, verb };
  let answer: unknown;
  const polkit = {
    Result: { YES: 'yes', NOT_HANDLED: null },
    addRule(rule: (action: unknown, subject: unknown) => unknown) {
      answer = rule({ id, lookup: (name: string) => details[name] }, { user });
    },
  };
  new Function('polkit', text)(polkit);
  return answer;
}

describe('the rule of polkit', () => {
  const { text, file } = polkitRule({ user: 'bench', unit: 'llm.service' });
  const manage = 'org.freedesktop.systemd1.manage-units';

  test.each(['start', 'stop', 'kill', 'reset-failed'])('lets this user %s this unit', (verb) => {
    expect(decide(text, 'bench', { id: manage, unit: 'llm.service', verb })).toBe('yes');
  });

  test.each([
    ['another verb', 'bench', { id: manage, unit: 'llm.service', verb: 'restart' }],
    ['another unit', 'bench', { id: manage, unit: 'llm2.service', verb: 'stop' }],
    ['no unit at all, as for a transient one', 'bench', { id: manage }],
    ['somebody else', 'eve', { id: manage, unit: 'llm.service', verb: 'stop' }],
    ['somebody else, a reload', 'eve', { id: 'org.freedesktop.systemd1.reload-daemon' }],
    ['unit files', 'bench', { id: 'org.freedesktop.systemd1.manage-unit-files' }],
    ['the power', 'bench', { id: 'org.freedesktop.login1.reboot' }],
  ])('says nothing of %s', (_what, user, action) => {
    expect(decide(text, user, action)).toBeNull();
  });

  test('lets this user have the unit files read again', () => {
    expect(decide(text, 'bench', { id: 'org.freedesktop.systemd1.reload-daemon' })).toBe('yes');
  });

  test('names of all kinds stay names', () => {
    const odd = { user: 'o"); polkit.x("', unit: 'llm@a\\x2d:b.service' };
    const rule = polkitRule(odd).text;
    expect(decide(rule, odd.user, { id: manage, unit: odd.unit, verb: 'stop' })).toBe('yes');
    expect(decide(rule, 'bench', { id: manage, unit: odd.unit, verb: 'stop' })).toBeNull();
  });

  test('two units have two files, with names that polkit and sudo read', () => {
    const names = ['a.b', 'a_b', 'a-b', 'a@b'].map(
      (unit) => polkitRule({ user: 'u', unit: `${unit}.service` }).file,
    );
    expect(new Set(names).size).toBe(4);
    for (const name of [file, ...names])
      expect(name).toMatch(/^\/etc\/polkit-1\/rules\.d\/50-[\w-]+\.rules$/);
  });
});

describe('the lines of sudoers', () => {
  const right = {
    user: 'bench',
    unit: 'llm.service',
    file: '/run/systemd/system/llm.service.d/zz-holdpoint.conf',
    has_secret: false,
    runs_as: 'root',
  };

  test('four whole commands, without a wildcard, on our one file', () => {
    const { text, file } = sudoersLines(right);
    expect(text.split('\n')).toEqual([
      'bench ALL=(root) NOPASSWD: /usr/bin/install -D -m 0644 /dev/null /run/systemd/system/llm.service.d/.zz-holdpoint.conf.new',
      'bench ALL=(root) NOPASSWD: /usr/bin/tee /run/systemd/system/llm.service.d/.zz-holdpoint.conf.new',
      'bench ALL=(root) NOPASSWD: /usr/bin/mv -T /run/systemd/system/llm.service.d/.zz-holdpoint.conf.new /run/systemd/system/llm.service.d/zz-holdpoint.conf',
      'bench ALL=(root) NOPASSWD: /usr/bin/rm -f /run/systemd/system/llm.service.d/zz-holdpoint.conf',
      '',
    ]);
    expect(text).not.toMatch(/[*?[\]]/);
    expect(file).toMatch(/^\/etc\/sudoers\.d\/[\w-]+$/);
  });

  test('a unit with a secret: the file may also be one that only this user and root read', () => {
    expect(sudoersLines({ ...right, has_secret: true }).text).toContain(
      'install -D -o bench -m 0600 /dev/null /run/',
    );
  });

  test('what it is worth is said: root, also where the unit runs as somebody else', () => {
    expect(sudoersLines(right).worth).toContain('can become root');
    expect(sudoersLines({ ...right, runs_as: 'llm' }).worth).toMatch(
      /can become root.*although llm\.service runs as llm/,
    );
  });
});
