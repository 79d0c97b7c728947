import { FaultError, fault } from '../../../core/fault.ts';

/**
 * Output of `systemctl show -p KEY,KEY`: one `Key=Value` a line in systemd's own order; unknown keys are left out
 * without a word, so every asked one is demanded. A line that begins with none of the keys goes on with the value before
 * it. Fault: `probe-failed`.
 */
export function readShow<K extends string>(text: string, keys: readonly K[]): Readonly<Record<K, string>> {
  const values = new Map<K, string>();
  let last: K | null = null;
  for (const line of text.replace(/\n$/, '').split('\n')) {
    const key = keys.find((name) => line.startsWith(`${name}=`) && !values.has(name));
    if (key !== undefined) values.set(key, line.slice(key.length + 1));
    else if (last !== null) values.set(last, `${values.get(last)}\n${line}`);
    last = key ?? last;
  }
  const missing = keys.filter((key) => !values.has(key));
  if (missing.length > 0) {
    const evidence = [{ kind: 'tool', text: text.slice(0, 500) }];
    throw new FaultError(
      fault('probe-failed', `systemctl show does not say ${missing.join(', ')}`, { evidence }),
    );
  }
  return Object.fromEntries(values) as Record<K, string>;
}
