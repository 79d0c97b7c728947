import { unwrapJson } from './unwrap-json.ts';

/** A line as the program wrote it, without what a journal, a container runtime or a terminal put around it. */
export interface Unwrapped {
  readonly text: string;
  /** Who wrote it, as far as what is around it says so. `program` also where nothing does. */
  readonly by: 'program' | 'manager' | 'kernel';
  /** Only its name stands in front, as anybody could write it. */
  readonly bare: boolean;
  /** Of the life in which it was written, where the journal tells one from another. */
  readonly life: string | null;
}

/** Colours and cursor movements. */
const TERMINAL = /\x1b(?:\[[0-9;?]{0,20}[ -/]?[@-~]|\][^\x07\x1b]{0,200}(?:\x07|\x1b\\)|[@-Z\\-_])/g;

const STAMP = '\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d{1,9})?(?:Z|[+-]\\d\\d:?\\d\\d)?';
const BSD_STAMP = '[A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?';

/** What runtimes and tools put in front, each taken off at most once, in this order. */
const FRONTS: readonly RegExp[] = [
  /^\ufeff/,
  // kubectl --prefix, docker compose
  /^\[pod\/[^\]]{1,200}\] /,
  /^[\w.-]{1,80} {1,20}\| ?/,
  // the files of a container runtime (CRI)
  new RegExp(`^${STAMP} (?:stdout|stderr) [FP] `),
  // docker logs -t, kubectl --timestamps
  new RegExp(`^${STAMP}(?<=Z) `),
  // RFC 5424
  new RegExp(
    `^<\\d{1,3}>1 ${STAMP} \\S{1,80} (?<app>\\S{1,60}) (?<pid>\\S{1,20}) \\S{1,60} (?:-|\\[[^\\]]{0,300}\\]) `,
  ),
];

/** `Jul 20 08:31:09 host sglang[4711]: `, also with an ISO time: as syslog and journalctl write it. */
const SYSLOG = new RegExp(
  `^(?:<\\d{1,3}>)?(?:${BSD_STAMP}|${STAMP}) (?<host>[\\w.-]{1,80}) (?<app>[\\w./@:+-]{1,120})(?:\\[\\d{1,10}\\])?: `,
);
/** As those two are written where the time has been cut off. */
const BARE = /^(?<app>kernel|systemd)(?:\[1\])?: /;
/** dmesg, with and without -T. */
const KERNEL = /^\[(?: {0,8}\d{1,10}\.\d{6}|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4})\] /;

/** Takes off whatever is around a line. Never throws; what is not understood stays as it is. */
export function unwrap(line: string): Unwrapped {
  if (line.startsWith('{')) {
    const found = unwrapJson(line);
    if (found !== null) return { ...found, text: plain(found.text) };
  }
  let text = plain(line);
  let app: string | null = null;
  for (const front of FRONTS) {
    const found = front.exec(text);
    if (found !== null) {
      text = text.slice(found[0].length);
      app ??= found.groups?.app ?? null;
    }
  }
  const stamped = SYSLOG.exec(text);
  const syslog = stamped ?? BARE.exec(text);
  const bare = stamped === null;
  if (syslog !== null) {
    text = text.slice(syslog[0].length);
    app ??= syslog.groups?.app ?? null;
  }
  const kernel = KERNEL.exec(text);
  if (kernel !== null) text = text.slice(kernel[0].length);
  if (app === 'kernel' || (kernel !== null && app === null)) return { text, by: 'kernel', bare, life: null };
  return { text, by: app === 'systemd' ? 'manager' : 'program', bare, life: null };
}

function plain(text: string): string {
  const end = text.endsWith('\r') ? text.slice(0, -1) : text;
  return end.includes('\x1b') ? end.replace(TERMINAL, '') : end;
}
