import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Where the thing is, or why it is not there and what would bring it. */
export type Found = { readonly path: string } | { readonly missing: string };

/** Real things that tests use. What is not there is named, never replaced by a mock. */
export const REAL_THINGS = {
  'llama-server': () =>
    works(join(ROOT, '.engine/llama/llama-server'), ['--version'], '`npm run engine` installs it'),
  /** A small model whose answers mean something. */
  'trained-model': () =>
    there(
      join(ROOT, '.engine/trained/SmolLM2-135M-Instruct.Q4_1.gguf'),
      '`npm run trained-model` brings it (93 MB)',
    ),
  vllm: () => installed('vllm'),
  sglang: () => installed('sglang'),
  /** For tests that start real engines again and again. */
  'an-hour': () => ({ path: 'asked for' }),
  python3: () => onPath('python3', ['--version'], 'install python3'),
  curl: () => onPath('curl', ['--version'], 'install curl'),
  script: () => onPath('script', ['--version'], 'install bsdutils (a terminal for tests)'),
  prlimit: () => onPath('prlimit', ['--version'], 'install util-linux'),
  'linux-proc': () => (existsSync('/proc/self/stat') ? { path: '/proc' } : { missing: 'this is no Linux' }),
  bubblewrap: () => works('/usr/bin/bwrap', ['--version'], 'install bubblewrap'),
  mount: () => mounts(),
  systemd: () => systemd(),
  polkit: () => there('/usr/lib/polkit-1/polkitd', 'install polkitd'),
  sudo: () => onPath('sudo', ['--version'], 'install sudo'),
  chromium: () => works('/usr/bin/chromium', ['--version'], 'install chromium'),
  root: () => (process.getuid?.() === 0 ? { path: 'uid 0' } : { missing: 'the tests do not run as root' }),
} as const satisfies Record<string, () => Found>;

export type RealThing = keyof typeof REAL_THINGS;

/** Only looked for where it is required: since which value of HOLDPOINT_REQUIRE_REAL, and why. */
const ON_DEMAND: Readonly<Partial<Record<RealThing, { readonly since: '1' | 'all'; readonly why: string }>>> =
  {
    vllm: {
      since: '1',
      why: 'HOLDPOINT_REQUIRE_REAL=1 uses it: 6 GB of packages, and half a minute a start',
    },
    'trained-model': {
      since: 'all',
      why: 'only `npm run test:engines` uses it: 93 MB that `npm run trained-model` brings',
    },
    sglang: {
      since: 'all',
      why: 'only `npm run test:engines` uses it: it stands on the packages of vLLM, and starts as slowly',
    },
    'an-hour': { since: 'all', why: 'only `npm run test:engines` takes it' },
  };

const known = new Map<RealThing, Found>();

export function lookFor(thing: RealThing): Found {
  const on_demand = ON_DEMAND[thing];
  if (on_demand !== undefined && !isRequired(thing)) return { missing: on_demand.why };
  const found = known.get(thing) ?? REAL_THINGS[thing]();
  known.set(thing, found);
  return found;
}

/** HOLDPOINT_REQUIRE_REAL=1: a missing real thing is a failure and no skip; =all: whatever is on demand, too. */
export function isRequired(thing: RealThing): boolean {
  const asked = process.env['HOLDPOINT_REQUIRE_REAL'];
  return asked === 'all' || (asked === '1' && ON_DEMAND[thing]?.since !== 'all');
}

/** An engine that the project installs as Python packages. */
function installed(name: 'vllm' | 'sglang'): Found {
  const argv = [join(ROOT, 'scripts/engine.mjs'), name, '--path'];
  const { status, stdout } = spawnSync(process.execPath, argv, { encoding: 'utf8', timeout: 20_000 });
  if (status === 0) return { path: stdout.trim() };
  return { missing: `not in .engine/${name}: \`npm run engine -- ${name}\` installs it` };
}

/** A file system of one's own, which takes root and a kernel that allows it. */
function mounts(): Found {
  const folder = mkdtempSync(join(tmpdir(), 'holdpoint-mount-'));
  try {
    const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', folder]);
    if (status !== 0)
      return { missing: `no tmpfs can be mounted here (${String(stderr ?? '').trim()}): run as root` };
    spawnSync('umount', [folder]);
    return { path: 'tmpfs' };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const OF_SYSTEMD = [
  '/lib/systemd/systemd',
  '/lib/systemd/systemd-journald',
  '/usr/bin/dbus-daemon',
  '/usr/lib/systemd/user/dbus.socket',
];

/** What a machine with a systemd of its own takes: see test/lab/support/systemd. */
function systemd(): Found {
  if (process.getuid?.() !== 0) return { missing: 'the tests do not run as root' };
  const none = OF_SYSTEMD.find((file) => !existsSync(file));
  if (none !== undefined) return { missing: `no ${none}: install systemd, dbus and dbus-user-session` };
  const groups = /^\S+ (\S+) cgroup2 rw/m.exec(readFileSync('/proc/mounts', 'utf8'))?.[1];
  if (groups === undefined) return { missing: 'there are no writable control groups of version 2' };
  const { status, stderr } = spawnSync('unshare', ['--pid', '--fork', '--mount', '--cgroup', 'true']);
  if (status !== 0) return { missing: `no namespaces can be made here (${String(stderr ?? '').trim()})` };
  return { path: '/lib/systemd/systemd' };
}

function there(path: string, remedy: string): Found {
  return existsSync(path) ? { path } : { missing: `no ${path}: ${remedy}` };
}

function onPath(name: string, argv: readonly string[], remedy: string): Found {
  const folders = (process.env['PATH'] ?? '').split(':').filter((folder) => folder !== '');
  const file = folders.map((folder) => join(folder, name)).find(isExecutable);
  return file === undefined ? { missing: `no ${name} on PATH: ${remedy}` } : works(file, argv, remedy);
}

/** There and able to run: a program for another processor or libc is as good as none. */
function works(file: string, argv: readonly string[], remedy: string): Found {
  if (!isExecutable(file)) return { missing: `no ${file}: ${remedy}` };
  const { status, signal, error } = spawnSync(file, argv, { stdio: 'ignore', timeout: 20_000 });
  if (status === 0) return { path: file };
  return {
    missing: `${file} does not run here (${error?.message ?? signal ?? `code ${status}`}): ${remedy}`,
  };
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
