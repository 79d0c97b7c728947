import { MiB } from '../../../core/units.ts';
import { numberIn } from '../cell.ts';
import type { ToolProbe } from '../tool-probe.ts';
import { amountIn } from './amount.ts';
import { answerOf, garbage } from './answer.ts';
import { entriesIn, isEntry } from './json.ts';
import { type AmdProcess, type AmdRow, type AmdSource, busIdIn } from './row.ts';

type Entry = Readonly<Record<string, unknown>>;

const IDLE = /^No running processes/i;

/** Through `amd-smi`: which devices there are, their memory, and the processes on each. */
export function amdSmi(probe: ToolProbe): AmdSource {
  return {
    async read() {
      const list = await entries(probe, ['list', '--json']);
      const metric = await entries(probe, ['metric', '--mem-usage', '--json']);
      const process = await entries(probe, ['process', '--json']);
      const buses = new Map(list.map((entry) => [entry['gpu'], busOf(entry)]));
      const devices = metric.map((entry) => rowOf(entry, buses.get(entry['gpu']) ?? null));
      return { devices, processes: process.flatMap((entry) => processesOf(entry, buses)) };
    },
  };
}

async function entries(probe: ToolProbe, words: readonly string[]): Promise<readonly Entry[]> {
  const { document, run } = answerOf(await probe.ask(words));
  const found = entriesIn(document);
  if (found === null) throw garbage(run, 'no list of devices');
  return found;
}

function busOf(entry: Entry): string {
  const bus_id = busIdIn(entry['bdf']);
  if (bus_id === null) throw garbage(null, `no PCI address of device ${String(entry['gpu'])}`);
  return bus_id;
}

function rowOf(entry: Entry, bus_id: string | null): AmdRow {
  if (bus_id === null)
    throw garbage(null, `device ${String(entry['gpu'])} is in one list and not in another`);
  const found = entry['mem_usage'] ?? entry['memory_usage'] ?? entry['vram'];
  const memory = isEntry(found) ? found : {};
  return {
    bus_id,
    used: amountIn(memory['used_vram'], MiB),
    total: amountIn(memory['total_vram'], MiB),
    of_host: numberIn(amountIn(memory['total_gtt'], MiB)),
  };
}

/** An idle device has one process whose description is a sentence. */
function processesOf(entry: Entry, buses: ReadonlyMap<unknown, string>): readonly AmdProcess[] {
  const list = entry['process_list'];
  if (!Array.isArray(list)) throw garbage(null, `no list of processes of device ${String(entry['gpu'])}`);
  return list.flatMap((item: unknown) => {
    const told = isEntry(item) ? (item['process_info'] ?? item) : item;
    if (typeof told === 'string' && IDLE.test(told)) return [];
    const pid = isEntry(told) ? Number(told['pid']) : Number.NaN;
    if (!isEntry(told) || !Number.isInteger(pid) || pid <= 0) throw garbage(null, 'a process without a pid');
    const memory = told['memory_usage'];
    const used = amountIn(isEntry(memory) ? memory['vram_mem'] : (told['mem_usage'] ?? told['mem']), 1);
    const name = typeof told['name'] === 'string' ? told['name'] : '';
    return [{ bus_id: buses.get(entry['gpu']) ?? null, pid, name, used }];
  });
}
