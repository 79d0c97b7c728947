import { isSecretName, secretMarker } from '../secrets.ts';

/** `--api-key x`; and `HF_TOKEN=x`, `'api_key': 'x'`, `"password": "x"`: a name, what binds, a value. */
const NAMED: readonly RegExp[] = [
  /(?<![\w-])(?<name>-{1,2}[A-Za-z][\w-]{1,60})(?<bind> ?= ?| )["']?(?<value>[^\s"',;)}\]]{1,500})/g,
  /(?<![\w-])(?<before>["']?)(?<name>[A-Za-z][\w-]{1,60})\k<before> ?[:=] ?["']?(?<value>[^\s"',;)}\]]{1,500})/g,
];

/** Values that are secrets wherever they stand: their makers gave them a form of their own. */
const FORMED: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['authorization', /\b(?:Bearer|Basic) [\w.~+/=-]{8,500}/g],
  ['token', /\b(?:hf_|sk-|ghp_|gho_|github_pat_|glpat-|xox[abp]-|AKIA|nvapi-)[\w-]{10,200}/g],
  ['token', /\beyJ[\w-]{8,500}\.[\w-]{4,1000}\.[\w-]{4,500}/g],
];
/** `https://user:password@host`. */
const IN_URL = /(?<scheme>[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@]{1,200}@/g;
/** Names of people in paths. */
const HOME = /(?<=\/(?:home|Users)\/)[\w.-]{1,60}/g;

/** Text of a log without secrets, by their names and by their forms. What remains is no proof that there is none. */
export function withoutSecrets(text: string): string {
  let clean = text.replace(IN_URL, '$<scheme>{secret: login}@');
  for (const [name, pattern] of FORMED) clean = clean.replace(pattern, secretMarker(name));
  for (const pattern of NAMED) clean = clean.replace(pattern, withoutValue);
  return clean;
}

function withoutValue(whole: string, ...rest: unknown[]): string {
  const { name = '', value = '' } = rest.at(-1) as Readonly<Record<string, string>>;
  const [at, text] = rest.slice(-3) as [number, string];
  const is_marker = value.startsWith('{secret') || text.startsWith('{secret: ', at - 1);
  if (is_marker || !isSecretName(name)) return whole;
  return whole.slice(0, whole.length - value.length) + secretMarker(name.replace(/^-+/, ''));
}

/** For a place that everybody reads: without the names of people in paths too. */
export function forPublic(text: string): string {
  return withoutSecrets(text).replace(HOME, 'someone');
}
