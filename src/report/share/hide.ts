import { type Found, OF_EVERYBODY } from './found.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/** Endpoints of servers, which everybody has. */
const ENDPOINT =
  /^\/(?:v1(?:\/(?:chat\/completions|completions|models|embeddings))?|health|health_generate|metrics|server_info|get_server_info|get_model_info|model_info|props|slots|version|completion|tokenize|ping|dev\/null)$/;

const PATH_CHARACTER = String.raw`[^\s"'\`,;:()\[\]{}<>|=]`;
const ABSOLUTE = new RegExp(String.raw`(?<![\w./<~-])(?:~[\w.-]*|\.{1,2})?\/${PATH_CHARACTER}+`, 'g');
/** Two folders, or a folder and a file with an ending: `a/b/c`, `models/x.gguf`; not `tokens/s` or `org/model`. */
const RELATIVE = /(?<![\w./:@-])[\w.+-]+(?:\/[\w.+-]+){2,}|(?<![\w./:@-])[\w.+-]+\/[\w.+-]+\.[a-z]{2,11}\b/g;
const UUID = /\b(?:GPU-|MIG-)?[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b/g;
const IPV4 = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.]*\d\.)(?!\.?\w)/g;
const COLONS = /(?<![\w:])(?:[0-9a-fA-F]{0,4}:){2,7}[0-9a-fA-F]{0,4}(?:%\w+)?(?![\w:])/g;
const MAC = /\b(?:[0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}\b/g;
const DOMAIN =
  /(?<![\w.-])(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+(?:com|net|org|edu|gov|mil|io|ai|dev|cloud|local|lan|internal|intranet|corp|home|arpa|example|test|invalid|[a-z]{2}(?<!py|so|sh|rs|cc|gz|md|pt|ms|id))(?![\w-])/g;

/** Text without paths, hosts, users and serial numbers; each is replaced by the same word everywhere. */
export function hider(found: Found, names: Pseudonyms): (text: string) => string {
  const literal = literals(found, names);
  const path = (value: string): string => (ENDPOINT.test(value) ? value : names.of('path', value));
  const host = (value: string): string => (OF_EVERYBODY.has(value) ? value : names.of('host', value));
  return (text) =>
    literal(text)
      .replace(UUID, (value) => names.of('id', value))
      .replace(MAC, (value) => names.of('id', value))
      .replace(ABSOLUTE, path)
      .replace(RELATIVE, path)
      .replace(IPV4, host)
      .replace(COLONS, (value) => (isAddress(value) ? host(value) : value))
      .replace(DOMAIN, host);
}

/** 23:04:05 is none. */
function isAddress(value: string): boolean {
  return value.includes('::') || value.split(':').length === 8;
}

/** Known values first, the longest of them first, so that none is found inside another. */
function literals({ paths, hosts, users }: Found, names: Pseudonyms): (text: string) => string {
  const known = new Map<string, string>();
  for (const value of paths)
    if (!ENDPOINT.test(value) && value.length > 1) known.set(value, names.of('path', value));
  for (const value of hosts) if (isTelling(value)) known.set(value, names.of('host', value));
  for (const value of users) if (isTelling(value)) known.set(value, names.of('user', value));
  if (known.size === 0) return (text) => text;
  const longest = [...known.keys()].sort((a, b) => b.length - a.length).map(asPattern);
  const any = new RegExp(longest.join('|'), 'g');
  return (text) => text.replace(any, (value) => known.get(value) ?? value);
}

function isTelling(value: string): boolean {
  return value.length > 1 && !OF_EVERYBODY.has(value) && !/^\d+$/.test(value);
}

/** A name is replaced as a whole word; a path wherever it stands. */
function asPattern(value: string): string {
  const literal = value.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  return value.includes('/') ? literal : `(?<![A-Za-z0-9])${literal}(?![A-Za-z0-9])`;
}
