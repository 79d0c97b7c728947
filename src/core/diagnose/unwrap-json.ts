import type { Unwrapped } from './unwrap.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An entry of `journalctl -o json`, of Docker's json-file, or of a collector that has `message`; null: none of these. */
export function unwrapJson(line: string): Unwrapped | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return null;
  }
  const fields = parsed as Fields;
  if ('MESSAGE' in fields) return fromJournal(fields);
  for (const key of ['log', 'message', 'msg']) {
    const text = fields[key];
    if (typeof text === 'string')
      return { text: text.replace(/\r?\n$/, ''), by: 'program', bare: false, life: null };
  }
  return null;
}

function fromJournal(fields: Fields): Unwrapped {
  const name = textOf(fields['SYSLOG_IDENTIFIER']) ?? textOf(fields['_COMM']);
  const manager =
    name === 'systemd' && (fields['_PID'] === undefined || textOf(fields['_COMM']) === 'systemd');
  const of_kernel = textOf(fields['_TRANSPORT']) === 'kernel';
  const life =
    textOf(fields['_SYSTEMD_INVOCATION_ID']) ??
    textOf(fields['INVOCATION_ID']) ??
    textOf(fields['USER_INVOCATION_ID']);
  return {
    text: textOf(fields['MESSAGE']) ?? '',
    bare: false,
    by: of_kernel ? 'kernel' : manager ? 'manager' : 'program',
    // lines of the manager itself carry the invocation of the manager; of the unit they have INVOCATION_ID
    life:
      manager || of_kernel ? (textOf(fields['INVOCATION_ID']) ?? textOf(fields['USER_INVOCATION_ID'])) : life,
  };
}

/** The journal writes what is no text as an array of its bytes, and a field that was given twice as an array. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return null;
  if (value.every((item) => typeof item === 'number'))
    return new TextDecoder().decode(Uint8Array.from(value));
  return value.every((item) => typeof item === 'string') ? value.join('\n') : null;
}
