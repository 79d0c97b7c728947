/** What a call of nvidia-smi asks for. */
export type Asked =
  | { readonly kind: 'table' | 'list' }
  | {
      readonly kind: 'devices' | 'apps';
      readonly fields: readonly string[];
      readonly format: readonly string[];
    };

export interface Call {
  readonly asked: Asked;
  /** Index, UUID or bus id of the devices that are asked for; empty: all. */
  readonly ids: readonly string[];
}

const QUERIES = { 'query-gpu': 'devices', 'query-compute-apps': 'apps' } as const;

/** The call, or in one line why the tool does not take it. */
export function parseCall(argv: readonly string[]): Call | string {
  const options = new Map<string, string>();
  for (let at = 1; at < argv.length; at += 1) {
    const word = argv[at] ?? '';
    if (word === '-L' || word === '--list-gpus') options.set('list', '');
    else if (word === '-i') {
      at += 1;
      options.set('id', argv[at] ?? '');
    } else {
      const [, name = '', value = ''] = /^--(query-gpu|query-compute-apps|format|id)=(.*)$/.exec(word) ?? [];
      if (name === '') return `ERROR: Option ${word} is not recognized. Please run 'nvidia-smi -h'.`;
      options.set(name, value);
    }
  }
  const asked = askedFor(options);
  return typeof asked === 'string' ? asked : { asked, ids: split(options.get('id') ?? '') };
}

function askedFor(options: ReadonlyMap<string, string>): Asked | string {
  if (options.has('list')) return { kind: 'list' };
  for (const [option, kind] of Object.entries(QUERIES) as [keyof typeof QUERIES, 'devices' | 'apps'][]) {
    const fields = options.get(option);
    if (fields === undefined) continue;
    const format = split(options.get('format') ?? '');
    if (!format.includes('csv'))
      return `ERROR: Option --${option} needs --format=csv. Please run 'nvidia-smi -h'.`;
    return { kind, fields: split(fields), format };
  }
  return { kind: 'table' };
}

function split(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
