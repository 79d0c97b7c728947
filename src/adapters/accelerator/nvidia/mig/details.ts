import { MiB } from '../../../../core/units.ts';
import type { Cell } from '../../cell.ts';
import type { Rows } from '../parse.ts';

/** A split device in `nvidia-smi -q -x`, which alone tells memory and processes of each instance. */
export interface SplitDevice {
  readonly uuid: string;
  readonly instances: readonly InstanceMemory[];
  readonly processes: readonly InstanceProcess[];
}

interface InstanceMemory {
  readonly number: number;
  readonly gpu: number;
  readonly compute: number;
  readonly total: Cell;
  readonly used: Cell;
  readonly free: Cell;
}

/** null instance: it is not told in which one. */
interface InstanceProcess {
  readonly gpu: number | null;
  readonly compute: number | null;
  readonly pid: number;
  readonly name: string;
  readonly used: Cell;
}

const PROCESS =
  /<process_info>\s*<gpu_instance_id>([^<]*)<\/gpu_instance_id>\s*<compute_instance_id>([^<]*)<\/compute_instance_id>\s*<pid>(\d{1,10})<\/pid>\s*<type>[^<]*<\/type>\s*<process_name>(.*?)<\/process_name>\s*<used_memory>([^<]*)<\/used_memory>/gs;

/** Every device, split or not. The name of a process is foreign text: what does not fit its place is no answer. */
export function parseDetails(stdout: string): Rows<SplitDevice> {
  const rows: SplitDevice[] = [];
  for (const [, text = ''] of stdout.matchAll(/<gpu id="[^"]*">(.*?)<\/gpu>/gs)) {
    const device = deviceOf(text);
    if (device === null) return { garbage: text.trim().slice(0, 200) };
    rows.push(device);
  }
  return rows.length === 0 ? { garbage: stdout.trim().slice(0, 200) } : { rows };
}

function deviceOf(text: string): SplitDevice | null {
  const uuid = within(text, 'uuid');
  if (uuid === null) return null;
  const blocks = [...(within(text, 'mig_devices') ?? '').matchAll(/<mig_device>(.*?)<\/mig_device>/gs)];
  const instances = blocks.map(([, block = '']) => instanceOf(block));
  const listed = within(text, 'processes') ?? '';
  const processes = [...listed.matchAll(PROCESS)].map(processOf);
  if (processes.length !== listed.split('<process_info>').length - 1) return null;
  return instances.every((instance) => instance !== null) ? { uuid, instances, processes } : null;
}

function instanceOf(block: string): InstanceMemory | null {
  const number = whole(within(block, 'index'));
  const [gpu, compute] = [
    whole(within(block, 'gpu_instance_id')),
    whole(within(block, 'compute_instance_id')),
  ];
  if (number === null || gpu === null || compute === null) return null;
  const memory = within(block, 'fb_memory_usage') ?? '';
  const [total, used, free] = ['total', 'used', 'free'].map((name) => amount(within(memory, name)));
  if (total === undefined || used === undefined || free === undefined) return null;
  return { number, gpu, compute, total, used, free };
}

function processOf([, gpu = '', compute = '', pid, name = '', used = '']: RegExpMatchArray): InstanceProcess {
  return { gpu: whole(gpu), compute: whole(compute), pid: Number(pid), name, used: amount(used) };
}

/** The text of the first element of that name. */
function within(text: string, name: string): string | null {
  const [open, close] = [`<${name}>`, `</${name}>`];
  const from = text.indexOf(open);
  const to = text.indexOf(close, from);
  return from < 0 || to < 0 ? null : text.slice(from + open.length, to);
}

function whole(text: string | null): number | null {
  return text !== null && /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : null;
}

/** `298 MiB`; any other text is the reason why there is no number. */
function amount(text: string | null): Cell {
  const number = /^(\d{1,9}) MiB$/.exec(text?.trim() ?? '')?.[1];
  return number === undefined ? { unavailable: text?.trim() ?? 'absent' } : Number(number) * MiB;
}
