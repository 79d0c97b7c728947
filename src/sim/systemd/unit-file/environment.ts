import { expandSpecifiers, type SpecifierValues } from './specifiers.ts';
import { splitWords } from './words.ts';

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*=/;

/** True for `NAME=VALUE` with a name that a process can have. */
export function isAssignment(text: string): boolean {
  return ASSIGNMENT.test(text);
}

/** The assignments of one Environment= line; what is wrong is left out, with the manager's remark. */
export function parseEnvironment(
  value: string,
  values: SpecifierValues,
): { readonly assignments: readonly string[]; readonly remarks: readonly string[] } {
  const words = splitWords(value);
  if (words === null) return { assignments: [], remarks: [`Invalid syntax, ignoring: ${value}`] };
  const assignments: string[] = [];
  const remarks: string[] = [];
  for (const { text } of words) {
    const expanded = expandSpecifiers(text, values);
    if (expanded === null) remarks.push(`Failed to resolve specifiers in ${text}, ignoring: Invalid slot`);
    else if (isAssignment(expanded)) assignments.push(expanded);
    else remarks.push(`Invalid environment assignment, ignoring: ${expanded}`);
  }
  return { assignments, remarks };
}

/** Later assignments of a name replace earlier ones, at the place of the first. */
export function mergeAssignments(lists: readonly (readonly string[])[]): readonly string[] {
  const merged = new Map<string, string>();
  for (const assignment of lists.flat()) merged.set(assignment.slice(0, assignment.indexOf('=')), assignment);
  return [...merged.values()];
}
