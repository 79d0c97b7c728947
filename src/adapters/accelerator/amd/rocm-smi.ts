import { numberIn } from '../cell.ts';
import type { ToolProbe } from '../tool-probe.ts';
import { amountIn } from './amount.ts';
import { answerOf, garbage } from './answer.ts';
import { isEntry } from './json.ts';
import { type AmdProcess, type AmdRow, type AmdSource, busIdIn } from './row.ts';

const QUERY = ['--showbus', '--showmeminfo', 'vram', 'gtt', '--showpids', '--json'];

type Entry = Readonly<Record<string, unknown>>;

/** Through `rocm-smi`, which older installations have alone. It tells processes, and not on which device. */
export function rocmSmi(probe: ToolProbe): AmdSource {
  return {
    async read() {
      const { document, run } = answerOf(await probe.ask(QUERY));
      if (!isEntry(document)) throw garbage(run, 'no document');
      const cards = Object.entries(document).filter(([key]) => /^card\d+$/.test(key));
      const devices = cards.map(([key, card]) => rowOf(key, isEntry(card) ? card : {}));
      const system = document['system'];
      const processes = Object.entries(isEntry(system) ? system : {}).flatMap(processOf);
      return { devices, processes };
    },
  };
}

function rowOf(key: string, card: Entry): AmdRow {
  const named = (name: RegExp): unknown => Object.entries(card).find(([field]) => name.test(field))?.[1];
  const bus_id = busIdIn(named(/^PCI Bus$/i));
  if (bus_id === null) throw garbage(null, `no PCI address of ${key}`);
  return {
    bus_id,
    used: amountIn(named(/^VRAM Total Used Memory \(B\)$/i), 1),
    total: amountIn(named(/^VRAM Total Memory \(B\)$/i), 1),
    of_host: numberIn(amountIn(named(/^GTT Total Memory \(B\)$/i), 1)),
  };
}

/** `"PID4242": "python3, 2, 137438953472, 0, unknown"`: name, devices, bytes on all of them, and more. */
function processOf([key, value]: readonly [string, unknown]): readonly AmdProcess[] {
  const pid = /^PID(\d{1,10})$/.exec(key)?.[1];
  if (pid === undefined) return [];
  const name = typeof value === 'string' ? (value.split(',')[0] ?? '').trim() : '';
  return [{ bus_id: null, pid: Number(pid), name, used: { unavailable: 'not told by device' } }];
}
