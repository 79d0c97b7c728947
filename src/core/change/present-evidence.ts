import type { Evidence } from '../fault.ts';
import { note } from './answers.ts';
import { describeBytes, describeGeneration, describeHolder } from './describe.ts';
import { holderNote } from './floor.ts';
import type { DeviceFacts, EngineReportFacts } from './observations.ts';
import { type Seen, trafficEvidence } from './traffic.ts';
import type { Facts } from './types.ts';

/** What `observed` has witnessed, line by line. `seen`: nobody was looked for where it is null. */
export function presentEvidence(
  { present, port }: Pick<Facts, 'present' | 'port'>,
  devices: readonly DeviceFacts[],
  report: EngineReportFacts | null,
  seen: Seen | null,
): Evidence[] {
  const lines: Evidence[] = [];
  const running = present?.generation ?? null;
  lines.push(
    note('generation', running === null ? 'nothing of this service runs' : describeGeneration(running)),
  );
  if (present?.definition != null) lines.push(note('argv', present.definition.argv.join(' ')));
  for (const holder of port?.listeners ?? []) lines.push(describeHolder(holder));
  if (port !== null && port.listeners.length === 0)
    lines.push(note('port', `port ${port.port}: no listener, trial bind ${port.bind}`));
  for (const device of devices) {
    lines.push(
      note(
        'memory',
        `${device.id}: ${describeBytes(device.used_bytes)} of ${describeBytes(device.total_bytes)} in use`,
      ),
      ...(device.shared ? [] : device.holders.map(holderNote)),
    );
  }
  if (report !== null)
    lines.push(note('engine', `model ${report.model ?? 'unknown'}, version ${report.version ?? 'unknown'}`));
  if (running !== null && seen !== null) lines.push(...trafficEvidence(seen));
  return lines;
}
