import { bad, good, type Parsed } from './parsed.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const REFERENCE = /\$\{([^}]*)\}/g;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Replaces `${NAME}` by the variable, once: what comes in is not looked at again. An unset variable is an error. */
export function expand(text: string, environment: Environment): Parsed<string> {
  for (const name of referencesIn(text)) {
    if (!NAME.test(name)) return bad(`\`\${${name}}\` names no variable`, 'write ${NAME}');
    if (variable(name, environment) === undefined)
      return bad(`the variable ${name} is not set`, `export ${name}, or write the value`);
  }
  return good(text.replace(REFERENCE, (_, name: string) => variable(name, environment) ?? ''));
}

/** The names of the variables that a text refers to. */
export function referencesIn(text: string): readonly string[] {
  return [...text.matchAll(REFERENCE)].map(([, name = '']) => name);
}

export function variable(name: string, environment: Environment): string | undefined {
  return Object.hasOwn(environment, name) ? environment[name] : undefined;
}
