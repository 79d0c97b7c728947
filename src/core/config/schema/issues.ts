import type { z } from 'zod';
import { suggest } from '../did-you-mean.ts';
import { kindOf } from '../parsed.ts';
import { atKey, atValue, type Finding, type Path } from '../source/finding.ts';
import { describe } from './lookup.ts';
import { OPTION_NAME_RULE, PARAMETER_NAME_RULE } from './names.ts';

type Issue = z.core.$ZodIssue;

/** What the schema found, in our words. */
export function findingsOf(issues: readonly Issue[], value: unknown, base: Path = []): readonly Finding[] {
  return issues.flatMap((issue) =>
    findingOf(issue, value, [
      ...base,
      ...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step)),
    ]),
  );
}

function findingOf(issue: Issue, value: unknown, path: Path): readonly Finding[] {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) =>
        atKey([...path, key], `unknown key \`${key}\``, suggest(key, describe(path).keys)),
      );
    case 'invalid_union':
      return isMissing(value, path) ? [missing(path)] : findingsOf(likeliest(issue.errors), value, path);
    case 'invalid_key':
      return [atKey(path, `\`${String(path.at(-1))}\` cannot be a name here`, keyRule(path))];
    case 'too_small':
      return [atValue(path, 'must not be empty', wanted(path))];
    case 'too_big':
      return [atValue(path, `has more than ${issue.maximum} entries`, 'remove some')];
    case 'custom':
      if (isMissing(value, path)) return [missing(path)];
      return [
        atValue(
          path,
          issue.message,
          typeof issue.params?.['remedy'] === 'string' ? issue.params['remedy'] : wanted(path),
        ),
      ];
    case 'invalid_type':
      return [
        isMissing(value, path)
          ? missing(path)
          : atValue(
              path,
              `must be ${WORDS[issue.expected] ?? issue.expected}, not ${kindOf(valueAt(value, path))}`,
              wanted(path),
            ),
      ];
    default:
      return [atValue(path, 'is not what is wanted here', wanted(path))];
  }
}

const WORDS: Readonly<Record<string, string>> = { object: 'a mapping', record: 'a mapping', array: 'a list' };

/** The branch that fits best: the one with the fewest keys too many or missing, then with the fewest faults. */
function likeliest(branches: readonly (readonly Issue[])[]): readonly Issue[] {
  const weight = (issues: readonly Issue[]) =>
    issues.reduce(
      (sum, issue) =>
        sum + (issue.code === 'unrecognized_keys' ? 10 * issue.keys.length : issue.path.length < 2 ? 5 : 1),
      0,
    );
  const [first = [], ...others] = branches;
  return others.reduce((best, branch) => (weight(branch) < weight(best) ? branch : best), first);
}

function missing(path: Path): Finding {
  const { description } = describe(path);
  return atKey(
    path.slice(0, -1),
    `the key \`${String(path.at(-1))}\` is missing`,
    description === null ? 'add it' : `add it: ${description}`,
  );
}

function wanted(path: Path): string {
  return describe(path).description ?? 'see the reference of this key';
}

/** What a key of a free mapping may be. */
function keyRule(path: Path): string {
  const [section] = path;
  if (section === 'auth') return 'a name of a header: letters, digits and `-`';
  if (section === 'accelerator')
    return 'a device: the uuid that `nvidia-smi -L` prints (GPU-..., MIG-...), or with kind: amd its PCI address (0000:c1:00.0)';
  if (section !== 'parameters') return 'letters, digits and `_`, not beginning with a digit';
  if (path.length === 2) return PARAMETER_NAME_RULE;
  return path.length === 4 ? OPTION_NAME_RULE : 'a flag (--name) or a variable (NAME)';
}

/** A key that does not stand there at all (null stands there). */
function isMissing(value: unknown, path: Path): boolean {
  if (path.length === 0) return false;
  const parent = valueAt(value, path.slice(0, -1));
  const key = path.at(-1);
  return (
    typeof parent === 'object' && parent !== null && typeof key === 'string' && !Object.hasOwn(parent, key)
  );
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (node, step) =>
      typeof node === 'object' && node !== null && Object.hasOwn(node, step)
        ? (node as Record<string | number, unknown>)[step]
        : undefined,
    value,
  );
}
