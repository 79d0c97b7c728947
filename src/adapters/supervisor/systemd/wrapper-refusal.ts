import { basename } from 'node:path';
import { secretsOf } from '../../../core/plan/secrets-of.ts';
import { redactor } from '../../../core/secrets.ts';
import { execStart } from './quote.ts';
import { wordsOf } from './words.ts';

const SHELLS = new Set('sh bash dash zsh ksh fish'.split(' '));

const CONTAINER =
  'what runs is a container: that is `kind: docker`, which is not supported in this version; stop here, or run the server in the unit itself';
const TERMINAL = 'the journal keeps what a server says: make the server itself the first word of ExecStart=';
const MAIN =
  'it would be the main process instead of the server: make the server itself the first word of ExecStart=';

/** What would be right instead, by the name of the program. */
const ADVICE: Readonly<Record<string, string>> = {
  docker: CONTAINER,
  podman: CONTAINER,
  nerdctl: CONTAINER,
  apptainer: CONTAINER,
  singularity: CONTAINER,
  srun: 'the server runs in an allocation: that is `kind: slurm`, which is not supported in this version',
  'systemd-run': 'the server runs in another unit: name that one in `service`',
  sudo: 'use User= and Group= of the unit',
  doas: 'use User= and Group= of the unit',
  su: 'use User= and Group= of the unit',
  runuser: 'use User= and Group= of the unit',
  setpriv: 'use User=, Group= and CapabilityBoundingSet= of the unit',
  prlimit: 'use LimitNOFILE=, LimitMEMLOCK= and their like of the unit',
  chroot: 'use RootDirectory= of the unit',
  timeout: 'use RuntimeMaxSec= of the unit',
  unshare: 'use PrivateTmp=, PrivateNetwork= and their like of the unit',
  nsenter: 'use JoinsNamespaceOf= of the unit',
  bwrap: MAIN,
  firejail: MAIN,
  time: MAIN,
  flock: MAIN,
  setsid: MAIN,
  'dumb-init': MAIN,
  tini: MAIN,
  busybox: MAIN,
  'xvfb-run': MAIN,
  screen: TERMINAL,
  tmux: TERMINAL,
};

/** Programs that prepare an environment, maybe from the network, and run something in it. */
const ENVIRONMENTS = new Set('uv poetry pipenv pixi hatch rye conda mamba micromamba'.split(' '));

/** Why a command that begins with this program cannot be varied, and what would be right; null: nothing is known against it. */
export function refusalOf(argv: readonly string[]): { readonly refused: string } | null {
  const name = basename(argv[0] ?? '');
  if (SHELLS.has(name)) return { refused: ofShell(name, argv) };
  if (ENVIRONMENTS.has(name)) return { refused: ofEnvironment(name, argv) };
  const advice = Object.hasOwn(ADVICE, name) ? ADVICE[name] : undefined;
  return advice === undefined ? null : { refused: `${through(name)}: ${advice}` };
}

/** The program itself is a script of a shell, by the first line of its text. */
export function refusalOfScript(path: string, text: string): string | null {
  const interpreter = /^#!\s*(\S+)(?:\s+(?:-S\s+)?(\S+))?/.exec(text);
  const names = [interpreter?.[1], interpreter?.[2]].map((word) => basename(word ?? ''));
  const shell = names[0] === 'env' ? names[1] : names[0];
  if (shell === undefined || !SHELLS.has(shell)) return null;
  return `the unit starts its server through ${path}, a script of ${shell}, which may do anything with its words: write the command that it runs in ExecStart=, and what it exports in Environment=`;
}

function ofShell(name: string, argv: readonly string[]): string {
  const at = argv.findIndex((word, index) => index > 0 && /^-[a-z]*c[a-z]*$/.test(word));
  if (at < 0) return `${through(name)}: write the command that its script runs in ExecStart=`;
  const words = simpleCommand(argv[at + 1] ?? '');
  const how = `${name} ${argv[at]}`;
  if (words === null)
    return `${through(how)}, and what a shell makes of its text is not known beforehand: write one command without a shell in ExecStart=, with its program's absolute path and Environment= for variables`;
  const profile = argv[at]?.includes('l') === true ? ', and in Environment= what its profile sets' : '';
  const line = redactor(secretsOf({ argv: words, env: {} })).text(words.map(word).join(' '));
  const absolute = words[0]?.startsWith('/') === true ? '' : " (with the program's absolute path)";
  return `${through(how)}: write ExecStart=${line}${absolute}${profile}`;
}

/** The words of one command in which a shell would do nothing but quoting; null: it would do more. */
function simpleCommand(text: string): readonly string[] | null {
  const line = text.trim().replace(/^exec\s+/, '');
  if (/[`$;&|<>(){}*?[\]~!#\\\n]|^\w+=/.test(line)) return null;
  const words = wordsOf(line);
  return words === null || words.length === 0 ? null : words;
}

function word(text: string): string {
  return /^[A-Za-z0-9_@+=:,./-]+$/.test(text) ? text : execStart([text]);
}

function ofEnvironment(name: string, argv: readonly string[]): string {
  const at = argv.indexOf('run');
  const program = at < 0 ? undefined : argv.slice(at + 1).find((text) => !text.startsWith('-'));
  return `${through(at < 0 ? name : `${name} run`)}, which may change the environment before it starts: write the program of that environment in ExecStart=, as in /path/of/the/environment/bin/${basename(program ?? 'PROGRAM')}`;
}

function through(name: string): string {
  return `the unit starts its server through \`${name}\``;
}
