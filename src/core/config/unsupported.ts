import { valueAt } from './schema/issues.ts';
import { atKey, atValue, type Finding, type Path } from './source/finding.ts';

/** Part of the format, and not built yet: refused by name, so that nobody looks for a typing error. */
interface Later {
  readonly path: Path;
  /** Which values are of a later version; absent: the key itself. */
  readonly values?: (value: unknown) => boolean;
  readonly now: string;
}

const oneOf =
  (...words: readonly string[]) =>
  (value: unknown) =>
    words.includes(value as string);

const LATER: readonly Later[] = [
  {
    path: ['host'],
    values: (value) => typeof value === 'string' && value.startsWith('ssh://'),
    now: 'supported now: local',
  },
  { path: ['service', 'kind'], values: oneOf('docker', 'slurm'), now: 'supported now: process, systemd' },
];

export interface Unsupported {
  readonly findings: readonly Finding[];
  /** Below these paths everything else that the schema says would only follow from it. */
  readonly covered: readonly Path[];
}

export function unsupportedIn(file: unknown): Unsupported {
  const found = LATER.filter(({ path, values }) => {
    const value = valueAt(file, path);
    return value !== undefined && (values === undefined || values(value));
  });
  const findings = found.map(({ path, values, now }) =>
    values === undefined
      ? atKey(path, `\`${path.join('.')}\` is not supported in this version`, now)
      : atValue(
          path,
          `\`${path.join('.')}: ${short(valueAt(file, path))}\` is not supported in this version`,
          now,
        ),
  );
  // A service of another kind has other keys throughout.
  const covered = found.map(({ path }) => (path[0] === 'service' ? ['service'] : path));
  return {
    findings,
    covered,
  };
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 37)}...` : text;
}
