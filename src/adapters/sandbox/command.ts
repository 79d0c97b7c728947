import type { SandboxLimits } from '../../ports/sandbox.ts';

/** Programs of the distribution, below /usr: an interpreter in somebody's home would be invisible inside. */
const BWRAP = '/usr/bin/bwrap';
const SETPRIV = '/usr/bin/setpriv';
const PRLIMIT = '/usr/bin/prlimit';
const PYTHON = '/usr/bin/python3';

export const NEEDED = [BWRAP, PRLIMIT, PYTHON];
export const NEEDED_BY_ROOT = [...NEEDED, SETPRIV];

/** A user that nobody else is: the kernel counts processes per user, and never enforces that bound for root. */
const OTHER_USER = '64999';

/** Where the program comes from: the descriptor that `bwrap` copies into a file of the sandbox. */
export const PROGRAM_FD = 3;

/** The words that run one program; `root`: Holdpoint itself runs as root and gives that up first. */
export function sandboxCommand(limits: SandboxLimits, root: boolean): readonly string[] {
  const user = ['--reuid', OTHER_USER, '--regid', OTHER_USER, '--clear-groups', '--no-new-privs'];
  return [
    ...(root ? [SETPRIV, ...user] : []),
    BWRAP,
    ...walls(limits),
    ...bounds(limits),
    PYTHON,
    '-I',
    '-B',
    '/tmp/program.py',
  ];
}

/** `--disable-userns` wants `--unshare-user` beside `--unshare-all`; a size holds for the next tmpfs alone. */
function walls({ files_bytes }: SandboxLimits): readonly string[] {
  const size = ['--size', String(files_bytes)];
  return [
    ...['--unshare-all', '--unshare-user', '--disable-userns', '--die-with-parent', '--new-session'],
    ...['--clearenv', '--cap-drop', 'ALL', '--uid', '65534', '--gid', '65534', '--hostname', 'sandbox'],
    ...['--ro-bind', '/usr', '/usr', '--symlink', 'usr/bin', '/bin', '--symlink', 'usr/lib', '/lib'],
    ...['--symlink', 'usr/lib64', '/lib64', '--proc', '/proc', '--dev', '/dev'],
    ...[...size, '--tmpfs', '/tmp', ...size, '--tmpfs', '/dev/shm', '--remount-ro', '/'],
    ...['--ro-bind-data', String(PROGRAM_FD), '/tmp/program.py', '--chdir', '/tmp'],
    ...['--setenv', 'PATH', '/usr/bin', '--setenv', 'HOME', '/tmp', '--setenv', 'LANG', 'C.UTF-8'],
  ];
}

function bounds({ memory_bytes, cpu_s, processes, files_bytes }: SandboxLimits): readonly string[] {
  return [
    PRLIMIT,
    `--as=${memory_bytes}`,
    `--cpu=${cpu_s}`,
    `--nproc=${processes}`,
    `--fsize=${files_bytes}`,
    ...['--nofile=64', '--core=0', `--stack=${8 * 1024 * 1024}`, '--'],
  ];
}
