import { expect, test } from 'vitest';
import { commandOf } from '../../../../src/adapters/supervisor/systemd/command.ts';

const expansions = {
  specifiers: { h: '/root', n: 'llm.service' },
  variables: { MODEL: '/m/a b', ARGS: '--x 1 "2 3"', EMPTY: '', PLAIN: '\\d "\\n"' },
};

test.each<[string, readonly string[]]>([
  ['/bin/serve --unit %n 50%% %h/m', ['/bin/serve', '--unit', 'llm.service', '50%', '/root/m']],
  [
    '/bin/serve ${MODEL} $ARGS p${MODEL} $$HOME a$b $EMPTY',
    ['/bin/serve', '/m/a b', '--x', '1', '2 3', 'p/m/a b', '$HOME', 'a$b'],
  ],
  ['-/bin/serve', ['/bin/serve']],
  ['/bin/serve $PLAIN', ['/bin/serve', 'd', 'n']],
  ['/bin/serve a\u00a0b', ['/bin/serve', 'a\u00a0b']],
  [':/bin/serve $ARGS', ['/bin/serve', '$ARGS']],
])('%s is run as it stands', (line, argv) => {
  expect(commandOf([line], expansions)).toEqual({ argv, wrapper: [], assigned: {} });
});

test.each<[readonly string[], RegExp]>([
  [[], /no ExecStart/],
  [['/bin/a', '/bin/b'], /2 ExecStart= lines: .* ExecStartPre=/],
  [['/bin/a ; /bin/b'], /several commands/],
  [['@/bin/a b'], /not carried over/],
  [['+/bin/a'], /not carried over/],
  [['/bin/a %i'], /specifier %i/],
  [['/bin/a $OTHER'], /\$OTHER, which the unit does not set: write it into Environment=/],
  [['/bin/a x${OTHER}'], /\$OTHER/],
  [['/bin/a $MODEL/m.gguf'], /leaves out: write \$\{MODEL\}\/m\.gguf$/],
  [['/bin/a $'], /leaves out: write \$\$$/],
  [['/bin/a "open'], /cannot be read/],
])('%j is refused in words', (lines, why) => {
  const command = commandOf(lines, expansions);
  expect('refused' in command ? command.refused : command.argv).toMatch(why);
});
