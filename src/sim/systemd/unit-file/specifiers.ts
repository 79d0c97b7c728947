export interface SpecifierValues {
  /** Full unit name, for example `sglang-k26.service`. */
  readonly unit: string;
  readonly hostname: string;
  readonly boot_id: string;
}

/**
 * Expands `%n`, `%N`, `%p`, `%i`, `%H`, `%b`, `%h`, `%u`, `%U`, `%t`, `%S`, `%%` as the system's manager does. A `%`
 * before anything but a letter stays. null: an unknown letter.
 */
export function expandSpecifiers(text: string, values: SpecifierValues): string | null {
  if (!text.includes('%')) return text;
  let known = true;
  const expanded = text.replace(/%([a-zA-Z%])/g, (whole, letter: string) => {
    const value = specifier(letter, values);
    if (value === null) known = false;
    return value ?? whole;
  });
  return known ? expanded : null;
}

function specifier(letter: string, { unit, hostname, boot_id }: SpecifierValues): string | null {
  const name = unit.replace(/\.service$/, '');
  const [prefix = name, instance = ''] = name.split('@');
  const table: Readonly<Record<string, string>> = {
    n: unit,
    N: name,
    p: prefix,
    i: instance,
    I: instance.replaceAll('-', '/'),
    H: hostname,
    b: boot_id.replaceAll('-', ''),
    h: '/root',
    u: 'root',
    U: '0',
    t: '/run',
    S: '/var/lib',
    '%': '%',
  };
  return table[letter] ?? null;
}
