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
