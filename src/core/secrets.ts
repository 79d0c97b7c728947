/**
 * Secrets are known by name (a flag or variable on the list) and kept out by value: wherever a value would be written,
 * its marker `{secret: NAME}` stands instead. A marker is text, so that a redacted document keeps its shape.
 */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

export interface Redactor {
  /** The text with every known value replaced by its marker. */
  text(text: string): string;
  /** The same JSON with values replaced in every string (keys too) and under every key that names a secret. */
  json<T>(value: T): T;
  /** The inverse for known values: markers become values again. Only for what is run, never for what is written. */
  reveal<T>(value: T): T;
}

/** A shorter value is too likely to be an ordinary word: it is replaced by key only. */
const SHORTEST_BY_VALUE = 4;

const SECRET = /(^|_)(API_?KEY|TOKEN|CREDENTIALS?|AUTHORIZATION|COOKIE)$|SECRET|PASSWORD|PASSWD|PASSPHRASE/;
/** They name where a secret lies, not the secret. */
const PLACE = /_(FILE|PATH|DIR|FOLDER|URL)$/;
/** Words of tokenizers and samplers, in the reports of every engine. */
const VOCABULARY =
  /(^|_)(BOS|EOS|EOT|EOM|UNK|PAD|SEP|CLS|MASK|NL|PREFIX|SUFFIX|MIDDLE|NEXT|LAST|FIRST|STOP|SPECIAL|PER)_TOKEN$/;

/** The same few hundred keys come with every record. */
const judged = new Map<string, boolean>();
const MOST_JUDGED = 4096;

/** Is the value of this flag (`--api-key`), variable (`HF_TOKEN`), header or JSON key a secret? */
export function isSecretName(name: string): boolean {
  let known = judged.get(name);
  if (known === undefined) {
    known = looksSecret(name);
    if (judged.size < MOST_JUDGED) judged.set(name, known);
  }
  return known;
}

function looksSecret(name: string): boolean {
  const plain = name.replace(/^-+/, '').replaceAll('-', '_').toUpperCase();
  return SECRET.test(plain) && !PLACE.test(plain) && !VOCABULARY.test(plain);
}

/**
 * The secret that a word of a command is, or carries after `=`; null: none. `before` is the word in front of it: the
 * value of `--api-key` is the next word, whatever it looks like, unless that is a long flag.
 */
export function secretInWord(word: string, before: string | undefined): Secret | null {
  if (before?.startsWith('-') && !before.includes('=') && isSecretName(before)) {
    return word === '' || word.startsWith('--') ? null : { name: before, value: word };
  }
  const equals = word.indexOf('=');
  if (equals <= 0) return null;
  const [name, value] = [word.slice(0, equals), word.slice(equals + 1)];
  return value !== '' && isSecretName(name) ? { name, value } : null;
}

/** A redactor for these values. Two values of one name get names of their own (`HF_TOKEN`, `HF_TOKEN#2`). */
export function redactor(secrets: readonly Secret[]): Redactor {
  const named = withOwnNames(secrets);
  const long = named.filter(({ value }) => value.length >= SHORTEST_BY_VALUE);
  const text = replacer(
    long.flatMap(({ name, value }) => spellings(value).map((spelling) => [spelling, secretMarker(name)])),
  );
  const original = replacer(named.map(({ name, value }) => [secretMarker(name), value]));
  const byKey = (key: string, value: string) =>
    isSecretName(key) && value !== '' ? markerFor(key, value, named) : value;
  const inWord = (word: unknown, before: unknown) => withoutSecret(word, before, named);
  return {
    text,
    json: (value) => walk(value, text, byKey, inWord) as typeof value,
    reveal: (value) =>
      walk(
        value,
        original,
        (_key, found) => found,
        (word) => word,
      ) as typeof value,
  };
}

export function secretMarker(name: string): string {
  return `{secret: ${name}}`;
}

function markerFor(name: string, value: string, named: readonly Secret[]): string {
  if (value.startsWith('{secret: ')) return value;
  const known = named.find((secret) => secret.value === value);
  if (known !== undefined) return secretMarker(known.name);
  // Never the marker of a known value that this one is not.
  return secretMarker(named.some((secret) => secret.name === name) ? `${name}, unknown` : name);
}

function withoutSecret(word: unknown, before: unknown, named: readonly Secret[]): unknown {
  if (typeof word !== 'string') return word;
  const found = secretInWord(word, typeof before === 'string' ? before : undefined);
  if (found === null) return word;
  return word.slice(0, word.length - found.value.length) + markerFor(found.name, found.value, named);
}

/** The same node where nothing in it is to be replaced: most records hold no secret, and none is copied in vain. */
function walk(
  node: unknown,
  text: (source: string) => string,
  byKey: (key: string, value: string) => string,
  inWord: (word: unknown, before: unknown) => unknown,
): unknown {
  if (typeof node === 'string') return text(node);
  if (node === null || typeof node !== 'object') return node;
  if (Array.isArray(node)) {
    let items: unknown[] | null = null;
    for (let at = 0; at < node.length; at++) {
      const before: unknown = node[at];
      const item = isPlain(before) ? before : walk(inWord(before, node[at - 1]), text, byKey, inWord);
      if (items === null && item !== before) items = node.slice(0, at);
      items?.push(item);
    }
    return items ?? node;
  }
  const values = node as Readonly<Record<string, unknown>>;
  // what is written of it is not what its own properties are
  if (typeof values['toJSON'] === 'function') return walk(values['toJSON'](), text, byKey, inWord);
  const keys = Object.keys(values);
  let entries: (readonly [string, unknown])[] | null = null;
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? '';
    const value = values[key];
    const name = text(key);
    const found = isPlain(value)
      ? value
      : walk(typeof value === 'string' ? byKey(key, value) : value, text, byKey, inWord);
    if (entries === null && (found !== value || name !== key)) {
      entries = keys.slice(0, at).map((same) => [same, values[same]]);
    }
    entries?.push([name, found]);
  }
  return entries === null ? node : Object.fromEntries(entries);
}

/** Neither text nor a document: nothing can be in it. */
function isPlain(value: unknown): boolean {
  return value === null || (typeof value !== 'string' && typeof value !== 'object');
}

/** One pass over the text, so that what was put in is never read again; of two that begin alike the longer one wins. */
function replacer(pairs: readonly (readonly [string, string])[]): (source: string) => string {
  if (pairs.length === 0) return (source) => source;
  const replacement = new Map(pairs);
  const longestFirst = [...replacement.keys()].sort((a, b) => b.length - a.length);
  const any = new RegExp(
    longestFirst.map((key) => key.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|'),
    'g',
  );
  return (source) => source.replace(any, (found) => replacement.get(found) ?? found);
}

function withOwnNames(secrets: readonly Secret[]): Secret[] {
  const distinct = new Map<string, Secret>();
  const count = new Map<string, number>();
  for (const { name, value } of secrets) {
    if (value === '' || distinct.has(value)) continue;
    const nth = (count.get(name) ?? 0) + 1;
    count.set(name, nth);
    distinct.set(value, { name: nth === 1 ? name : `${name}#${nth}`, value });
  }
  return [...distinct.values()];
}

/** How a value may stand in text: as it is, inside JSON, inside a URL. */
function spellings(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1);
  // An unpaired surrogate has no form in a URL.
  const url = /\p{Surrogate}/u.test(value) ? value : encodeURIComponent(value);
  return [...new Set([value, json, url])];
}
