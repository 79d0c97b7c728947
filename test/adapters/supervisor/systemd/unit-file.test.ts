import { expect, test } from 'vitest';
import { readEnvironmentFile } from '../../../../src/adapters/supervisor/systemd/environment-file.ts';
import { readUnit } from '../../../../src/adapters/supervisor/systemd/unit-file.ts';

const UNIT = `# a comment
[Unit]
Description=ExecStart=no
Environment=NOT=here
[Service]
Environment="A=b c" D=e
EnvironmentFile=-/etc/default/llm
ExecStart=/bin/serve --one \\
  # a comment between
  --two
; another
Restart=always
[Install]
WantedBy=multi-user.target
`;

test('the command goes on over a backslash and a comment', () => {
  expect(readUnit([UNIT])).toEqual({
    commands: ['/bin/serve --one  --two'],
    environment: ['A=b c', 'D=e'],
    environment_files: ['-/etc/default/llm'],
    unset: [],
    working_folder: '',
    output: '',
    error: '',
    unreadable: [],
  });
});

test('a drop-in adds, and an empty assignment takes back all before it', () => {
  const text =
    '[Service]\nExecStart=\nExecStart=/bin/other\nEnvironment=\nEnvironment=F=1\nWorkingDirectory=/srv\n';
  expect(readUnit([UNIT, text])).toMatchObject({
    commands: ['/bin/other'],
    environment: ['F=1'],
    working_folder: '/srv',
  });
});

test('two commands are two, and a quote that is not closed is told', () => {
  expect(readUnit([UNIT, '[Service]\nExecStart=/bin/b\nEnvironment="X=1\n'])).toMatchObject({
    commands: ['/bin/serve --one  --two', '/bin/b'],
    unreadable: ['Environment="X=1'],
  });
});

test('a file of variables is read as systemd reads it', () => {
  const text = `# comment\nA=has # hash\nB=100%\nC="x y"'z'\nexport D=1\nE=one\\\n two\nF="a \\"q\\" \\n $H"\n;G=1\n\nH=\n`;
  expect(readEnvironmentFile(text)).toEqual({
    A: 'has # hash',
    B: '100%',
    C: 'x yz',
    E: 'one two',
    F: 'a "q" \\n $H',
    H: '',
  });
});

test.each<[string, Readonly<Record<string, string>>]>([
  // Only a value that begins with quotes loses them: what stands behind other text is for who splits the value.
  [`A=--spec '{"n": 4}' --x "y z"\n`, { A: `--spec '{"n": 4}' --x "y z"` }],
  ['A="a" "b" c\n', { A: 'abc' }],
  [`A=a"b c"\nB='x' y"z"\n`, { A: 'a"b c"', B: 'xy"z"' }],
  ['A="one\n# two\n  three"\nB=2\n', { A: 'one\n# two\n  three', B: '2' }],
  ['A=a \\  \nB=b\\\\\n', { A: 'a  ', B: 'b\\' }],
  ['A=1\r\nB=2\r\n', { A: '1', B: '2' }],
  ['A-B="x\nC=1"\nD=2\n', { D: '2' }],
  ['A="open\nB=2', { A: 'open\nB=2' }],
])('the file of variables %j', (text, variables) => {
  expect(readEnvironmentFile(text)).toEqual(variables);
});

test('a backslash that is escaped itself joins no lines', () => {
  const { commands, environment } = readUnit(['[Service]\nExecStart=/bin/a x\\\\\nEnvironment=A=1\n']);
  expect([commands, environment]).toEqual([['/bin/a x\\\\'], ['A=1']]);
});
