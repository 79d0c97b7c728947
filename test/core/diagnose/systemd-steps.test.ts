import { describe, expect, test } from 'vitest';
import { splitLog } from '../../../src/adapters/supervisor/process/log-lines.ts';
import { diagnose } from '../../../src/core/diagnose/classify.ts';
import { causeOfExit, exitNote, wordsOfManager } from '../../../src/core/diagnose/exit.ts';
import { SYSTEMD_STEPS } from '../../../src/core/diagnose/systemd-steps.ts';

/** What `systemd-analyze exit-status` of systemd 252 prints for its own codes, 255 apart. */
const PRINTED = `CHDIR 200, NICE 201, FDS 202, EXEC 203, MEMORY 204, LIMITS 205, OOM_ADJUST 206, SIGNAL_MASK 207,
STDIN 208, STDOUT 209, CHROOT 210, IOPRIO 211, TIMERSLACK 212, SECUREBITS 213, SETSCHEDULER 214, CPUAFFINITY 215,
GROUP 216, USER 217, CAPABILITIES 218, CGROUP 219, SETSID 220, CONFIRM 221, STDERR 222, PAM 224, NETWORK 225,
NAMESPACE 226, NO_NEW_PRIVILEGES 227, SECCOMP 228, SELINUX_CONTEXT 229, PERSONALITY 230, APPARMOR 231,
ADDRESS_FAMILIES 232, RUNTIME_DIRECTORY 233, CHOWN 235, SMACK_PROCESS_LABEL 236, KEYRING 237, STATE_DIRECTORY 238,
CACHE_DIRECTORY 239, LOGS_DIRECTORY 240, CONFIGURATION_DIRECTORY 241, NUMA_POLICY 242, CREDENTIALS 243, BPF 244`;

const of = (code: number, text: string, engine: 'sglang' | 'llamacpp' = 'sglang') => {
  const { lines } = splitLog(Buffer.from(text), { offset: 0, line: 1, cut: false }, true);
  return diagnose({ engine, lines, exit: { code, signal: null }, swept: [] });
};

/** As the journal of a real systemd has it, in the manager's words. */
const CHDIR = `llm.service: Changing to the requested working directory failed: No such file or directory
llm.service: Failed at step CHDIR spawning /usr/bin/sleep: No such file or directory
`;
const NAMESPACE = `llm.service: Failed to set up mount namespacing: /run/systemd/unit-root/srv/nowhere: No such file or directory
llm.service: Failed at step NAMESPACE spawning /usr/bin/sleep: No such file or directory
`;

test('every code of systemd has its name', () => {
  const named = PRINTED.split(/,\s+/).map((pair) => pair.split(' '));
  expect(Object.entries(SYSTEMD_STEPS).map(([code, { name }]) => [name, code])).toEqual(named);
});

describe('a start that failed before the program began', () => {
  test.each(['sglang', 'llamacpp'] as const)(
    'its cause, its step, and the words of the manager (%s)',
    (engine) => {
      const found = of(200, CHDIR, engine);
      expect(found).toMatchObject({
        cause: 'configuration',
        root: { line: 2, text: expect.stringContaining('Failed at step CHDIR spawning') },
      });
      expect(found.notes[0]).toBe(
        'exit 200/CHDIR: systemd could not enter the working folder (WorkingDirectory=)',
      );
      expect(of(226, NAMESPACE, engine)).toMatchObject({
        cause: 'configuration',
        root: { text: expect.stringContaining('Failed at step NAMESPACE') },
      });
    },
  );

  const says = (code: number, lines: readonly { readonly text: string }[] = []) => {
    const exit = { code, signal: null };
    return [
      causeOfExit(exit, lines),
      exitNote(exit, false, lines),
      wordsOfManager(exit, lines)?.text ?? null,
    ];
  };
  const words = [{ text: 'llm.service: Failed at step CREDENTIALS spawning /usr/bin/sleep: Protocol error' }];

  test('where the journal of the manager may not be read, its code alone says it', () => {
    expect(says(217)).toEqual(['configuration', expect.stringContaining('217/USER'), null]);
    expect(says(203)).toEqual(['executable-missing', expect.stringContaining('203/EXEC'), null]);
    expect(says(223)).toEqual([null, null, null]);
    expect(says(255)).toEqual([null, null, null]);
  });

  test.each([11, 13, 15])(
    'a launcher passes on that its child was ended by signal %d: that is none of it',
    (signal) => {
      expect(says(256 - signal, [{ text: 'Traceback (most recent call last):' }])).toEqual([
        null,
        null,
        null,
      ]);
    },
  );

  test('from 225 on the words decide', () => {
    expect(says(243)).toEqual([null, null, null]);
    expect(says(243, words)).toEqual([
      'configuration',
      expect.stringContaining('LoadCredential='),
      words[0]?.text,
    ]);
  });

  test('such words in the log of a program that has another end are no cause', () => {
    expect(says(1, words)).toEqual([null, null, null]);
  });
});
