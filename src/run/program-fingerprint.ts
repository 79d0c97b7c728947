import path from 'node:path';
import type { Definition } from '../core/generation.ts';
import type { Host } from '../ports/host.ts';
import { identityOf, siblingsFingerprint } from './file-fingerprint.ts';

/** Programs that run another one, whose code is then not in the file that the command names first. */
const RUNS_ANOTHER =
  /^(python|pypy|node|ruby|perl|java|uv|uvx|conda|mamba|env|nice|ionice|chrt|taskset|numactl|time|timeout|setsid|nohup|stdbuf|sudo|doas|su|runuser|setpriv|unshare|chroot|bwrap|firejail|systemd-run|docker|podman|nerdctl|apptainer|singularity|enroot|srun|mpirun|mpiexec|torchrun|accelerate|bash|dash|zsh|fish|ksh|sh|busybox)[\d.]*$/;

export interface ProgramFingerprint {
  readonly parts: readonly string[];
  /** Why the engine's code is not known from its files; null: it is. */
  readonly unknown: string | null;
}

/** The program with the libraries beside it, which an installation in place changes while the program stays. */
export async function programFingerprint(definition: Definition, host: Host): Promise<ProgramFingerprint> {
  const file = path.resolve(definition.cwd, await program(definition, host));
  const facts = await host.file(file).catch(() => null);
  if (facts === null) return { parts: [`unread:${file}`], unknown: `${file} cannot be read` };
  const real = facts.real_path;
  const own = identityOf(facts);
  if (RUNS_ANOTHER.test(path.basename(real)) || RUNS_ANOTHER.test(path.basename(file)))
    return { parts: [own], unknown: `${file} runs another program, whose version its file does not tell` };
  const begins = await host.readText(file, 4).catch(() => null);
  if (begins?.startsWith('\u007fELF') !== true)
    return { parts: [own], unknown: `${file} is a script, whose packages its file does not tell` };
  const libraries = await siblingsFingerprint(real, (name) => /^lib.*\.so(\.|$)/.test(name), host);
  if (libraries === null) return { parts: [own], unknown: `the libraries beside ${real} cannot be read` };
  return { parts: [own, ...libraries], unknown: null };
}

/** A program without a slash is looked for where the server's own PATH leads. */
async function program({ argv, env, cwd }: Definition, host: Host): Promise<string> {
  const [name = ''] = argv;
  if (name.includes('/')) return name;
  for (const folder of (env['PATH'] ?? process.env['PATH'] ?? '').split(':')) {
    const file = path.resolve(cwd, folder, name);
    if ((await host.file(file).catch(() => null))?.kind === 'file') return file;
  }
  return name;
}
