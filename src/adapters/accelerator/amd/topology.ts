import { KiB } from '../../../core/units.ts';
import type { Host } from '../../../ports/host.ts';
import { amount } from './kernel-files.ts';

const NODES = '/sys/class/kfd/kfd/topology/nodes';

/** One device of the compute driver. */
export interface ComputeNode {
  /** The runtime counts devices in the order of their nodes. */
  readonly node: number;
  /** By which the driver names it in its list of processes. */
  readonly gpu_id: number;
  readonly bus_id: string;
  /** `GPU-0123456789abcdef`, as ROCR_VISIBLE_DEVICES takes it; null: it has none. */
  readonly unique_id: string | null;
}

/** The devices of the compute driver in the runtime's order; empty: the driver does not tell them here. */
export async function topologyOf(host: Host): Promise<readonly ComputeNode[]> {
  const names = ((await host.list(NODES)) ?? []).filter((name) => /^\d{1,5}$/.test(name));
  const nodes = await Promise.all(names.map((name) => nodeOf(host, name)));
  return nodes.filter((node) => node !== null).sort((a, b) => a.node - b.node);
}

/** null: it is a processor, or hidden from this user. */
async function nodeOf(host: Host, name: string): Promise<ComputeNode | null> {
  const gpu_id = await amount(host, `${NODES}/${name}/gpu_id`);
  const text = await host.readText(`${NODES}/${name}/properties`, 16 * KiB);
  if (gpu_id === null || gpu_id === 0 || text === null) return null;
  const property = (key: string): string | null =>
    new RegExp(`^${key} (\\d{1,20})$`, 'm').exec(text)?.[1] ?? null;
  const [domain, location] = [property('domain') ?? '0', property('location_id')];
  if (location === null) return null;
  const unique = property('unique_id');
  return {
    node: Number(name),
    gpu_id,
    bus_id: busIdOf(Number(domain), Number(location)),
    unique_id: unique === null || unique === '0' ? null : `GPU-${hex(BigInt(unique), 16)}`,
  };
}

/** `location_id` is bus, device and function in 8, 5 and 3 bits. */
function busIdOf(domain: number, location: number): string {
  const [bus, device, part] = [(location >> 8) & 0xff, (location >> 3) & 0x1f, location & 7];
  return `${hex(domain, 4)}:${hex(bus, 2)}:${hex(device, 2)}.${part}`;
}

function hex(value: number | bigint, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
