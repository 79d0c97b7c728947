/**
 * Programs that change something about themselves and then become the program behind them, or stay in front of it and
 * pass everything on. How many of their words are their own is told by their options alone.
 */
export interface WrapperOptions {
  /** Options that take a value, in the same word or the next one. */
  readonly values: readonly string[];
  readonly switches: readonly string[];
  /** Words behind the options that are still the wrapper's own: a mask, a priority. */
  readonly operands: number;
  /** Words before the options: `run` of `conda run`. */
  readonly verb?: string;
  /** One of these must be among the options; else why it is refused. */
  readonly demanded?: { readonly options: readonly string[]; readonly why: string };
  /** Options of another form, `nice -5`. */
  readonly form?: RegExp;
}

const words = (text: string): readonly string[] => text.split(' ');

const CONDA: WrapperOptions = {
  verb: 'run',
  values: words('-n --name -p --prefix'),
  switches: words('--no-capture-output --live-stream -v --verbose'),
  operands: 0,
  demanded: {
    options: words('--no-capture-output --live-stream'),
    why: 'it keeps all that the server says until the server has ended: add --no-capture-output behind `run`',
  },
};

/** By the name of the program, as their manuals give them (numactl 2.0, coreutils 9, util-linux 2.38, conda 24). */
export const TRANSPARENT: Readonly<Record<string, WrapperOptions>> = {
  numactl: {
    values: words(
      '-i --interleave -p --preferred -P --preferred-many -w --weighted-interleave -N --cpunodebind -m --membind -C --physcpubind',
    ),
    switches: words('-l --localalloc -b --balancing -a --all'),
    operands: 0,
  },
  taskset: { values: [], switches: words('-a --all-tasks -c --cpu-list'), operands: 1 },
  nice: { values: words('-n --adjustment'), switches: [], operands: 0, form: /^--?\d+$/ },
  ionice: { values: words('-c --class -n --classdata'), switches: words('-t --ignore'), operands: 0 },
  chrt: {
    values: words('-T --sched-runtime -P --sched-period -D --sched-deadline'),
    switches: words('-a --all-tasks -b --batch -f --fifo -i --idle -o --other -r --rr -R --reset-on-fork'),
    operands: 1,
  },
  stdbuf: { values: words('-i --input -o --output -e --error'), switches: [], operands: 0 },
  nohup: { values: [], switches: [], operands: 0 },
  conda: CONDA,
  mamba: CONDA,
};

/** Where the words behind the options begin; a text: the word that is none of the wrapper's options. */
export function behindOptions(
  argv: readonly string[],
  from: number,
  { values, switches, form }: Pick<WrapperOptions, 'values' | 'switches' | 'form'>,
): { readonly at: number; readonly options: readonly string[] } | { readonly unknown: string } {
  const options: string[] = [];
  let at = from;
  for (; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (word === '--') return { at: at + 1, options };
    if (!word.startsWith('-') || word === '-') break;
    const long = word.startsWith('--');
    const name = long ? (word.split('=')[0] ?? '') : word.slice(0, 2);
    const attached = long ? word.includes('=') : word.length > 2;
    options.push(name);
    if (form?.test(word) === true || (switches.includes(name) && !attached)) continue;
    if (!long && attached && [...word.slice(1)].every((letter) => switches.includes(`-${letter}`))) continue;
    if (!values.includes(name)) return { unknown: word };
    if (!attached) at += 1;
  }
  return { at, options };
}
