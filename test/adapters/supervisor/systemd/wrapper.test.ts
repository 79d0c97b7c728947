import { describe, expect, test } from 'vitest';
import { unwrap } from '../../../../src/adapters/supervisor/systemd/wrapper.ts';
import { refusalOfScript } from '../../../../src/adapters/supervisor/systemd/wrapper-refusal.ts';

const SERVER = ['/opt/venv/bin/python3', '-m', 'sglang.launch_server', '-c', '1'];
const SERVER_LINE = SERVER.join(' ');

describe('what stands in front stays there, and the rest is the engine', () => {
  test.each([
    'numactl -N 0 -m0 --interleave=0-3 --localalloc',
    '/usr/bin/numactl --cpunodebind 0 --membind=0 --',
    'taskset -c 0-31',
    'taskset -ac 0-7,16',
    'taskset 0xff',
    'nice -n 5',
    'nice -n5',
    'nice -5',
    'nice',
    'ionice -c2 -n 0 -t',
    'chrt -f 10',
    'stdbuf -oL --error=L',
    'nohup',
    '/opt/conda/bin/conda run -n llm --no-capture-output',
    'conda run --live-stream --prefix=/opt/env',
    'numactl -N 0 nice -n 5 taskset -c 0-3',
  ])('%s', (front) => {
    const wrapper = front.split(' ');
    expect(unwrap([...wrapper, ...SERVER])).toEqual({ wrapper, argv: SERVER, assigned: {} });
  });

  test('`env` is what the unit sets, and only its look along PATH remains', () => {
    expect(unwrap(['env', 'A=b', 'C=d=e', 'F=', ...SERVER])).toEqual({
      wrapper: [],
      argv: SERVER,
      assigned: { A: 'b', C: 'd=e', F: '' },
    });
    expect(unwrap(['/usr/bin/env', 'A=b', 'nice', 'python3', 'A=c'])).toEqual({
      wrapper: ['/usr/bin/env', 'nice'],
      argv: ['python3', 'A=c'],
      assigned: { A: 'b' },
    });
  });
});

test.each([
  ['numactl --touch x', '`--touch`, which is not known'],
  ['numactl -N 0', 'starts nothing'],
  ['env A=b', 'starts nothing'],
  ['taskset -p 12', '`-p`'],
  [`taskset ${SERVER_LINE}`, 'not known to be carried over'],
  [`env -i ${SERVER_LINE}`, 'UnsetEnvironment='],
  [`env - ${SERVER_LINE}`, 'UnsetEnvironment='],
  [`env --chdir=/x ${SERVER_LINE}`, 'WorkingDirectory='],
  [`conda run -n x ${SERVER_LINE}`, 'add --no-capture-output behind `run`'],
  [`conda run --cwd /x --no-capture-output ${SERVER_LINE}`, '`--cwd`'],
  ['conda activate x', 'bin/PROGRAM'],
  ['uv run vllm serve m', 'write the program of that environment in ExecStart='],
  ['poetry run vllm serve m', '`poetry run`, which may change the environment'],
  ['poetry run vllm serve m', '/path/of/the/environment/bin/vllm'],
  ['/usr/bin/docker run --gpus all x', '`kind: docker`, which is not supported in this version'],
  ['podman run x', '`kind: docker`'],
  ['srun -N1 vllm serve m', '`kind: slurm`, which is not supported in this version'],
  ['systemd-run --unit=x vllm', 'runs in another unit'],
  ['sudo -u ai vllm serve m', 'User='],
  ['timeout 60 vllm', 'RuntimeMaxSec='],
  ['prlimit --nofile=1 vllm', 'LimitNOFILE='],
  ['tini -- vllm', 'main process'],
  ['tmux new -d vllm', 'journal'],
  ['bash /opt/run.sh', 'write the command that its script runs'],
  ['nice bash /opt/run.sh', '`bash`'],
])('%s is refused with what would be right', (line, why) => {
  const command = unwrap(line.split(' '));
  expect('refused' in command ? command.refused : command).toContain(why);
});

describe('a shell that only quotes is told as the ExecStart= that does the same', () => {
  test.each([
    ['-c', 'exec /bin/serve --port 1', 'ExecStart=/bin/serve --port 1'],
    ['-c', `/bin/serve --name 'a b' 50%`, 'ExecStart=/bin/serve --name "a b" "50%%"'],
    ['-c', 'serve --port 1', "ExecStart=serve --port 1 (with the program's absolute path)"],
    ['-lc', '/bin/serve', 'ExecStart=/bin/serve, and in Environment= what its profile sets'],
  ])('%s %s', (option, text, told) => {
    const command = unwrap(['/bin/bash', option, text]);
    expect('refused' in command && command.refused).toBe(
      `the unit starts its server through \`bash ${option}\`: write ${told}`,
    );
  });

  test.each([
    'source /opt/venv/bin/activate && exec serve',
    'A=b serve',
    'serve $PORT',
    'serve | tee log',
    'serve "$(cat key)"',
    'serve 2>&1',
    'serve *',
    '',
  ])('one that does more is not: %s', (text) => {
    const command = unwrap(['bash', '-c', text]);
    expect('refused' in command && command.refused).toContain('is not known beforehand');
  });

  test('a key in it is not told', () => {
    const command = unwrap(['sh', '-c', '/bin/serve --api-key sk-0123456789abcdef']);
    expect('refused' in command && command.refused).toContain('--api-key');
    expect(JSON.stringify(command)).not.toContain('sk-0123456789abcdef');
  });
});

test.each([
  ['#!/bin/sh\nexec serve "$@"\n', true],
  ['#! /usr/bin/env bash\n', true],
  ['#!/usr/bin/env -S bash -e\n', true],
  ['#!/opt/venv/bin/python3\n', false],
  ['#!/usr/bin/env python3\n', false],
  ['\x7fELF\x02', false],
])('%j is a script of a shell: %s', (text, is) => {
  expect(refusalOfScript('/opt/run.sh', text) !== null).toBe(is);
});
