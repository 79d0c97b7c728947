import type { TrialDocument } from '../../../src/core/documents/sweep.ts';
import type { Fault } from '../../../src/core/fault.ts';
import type { FaultSpec } from '../../../src/sim/faults/book.ts';
import type { SimulatedSweep } from '../../helpers/simulated-sweep.ts';
import type { Row } from './row.ts';

/** What tells a fault from others of its name; numbers that move with each change of the simulator are left out. */
const TELLING = ['cause', 'phase', 'trend', 'user', 'command', 'parameter', 'wanted', 'got', 'what', 'when'];

const COMMAND = 'UPDATE_EVIDENCE=1 npx vitest run --project unit test/sim/faults';

/** The whole file. `date`: when its rows were last other than before. */
export function evidence(date: string, lines: readonly string[]): string {
  return `# Every fault of the simulated host, and what Holdpoint makes of it

${date}. A simulated host with eight devices, in process and on a virtual clock; seed 1, loads of a minute, two settings
unless more are needed (b8k4 is the baseline: adopted first, measured again at the end). Each row is a test: name, class,
data, exit code, decision and end must be what the specification says. Whether the original is back is asked from the
simulated kernel (its command, its listener, no drop-in of ours left), not from Holdpoint. Written by

\`\`\`sh
${COMMAND}
\`\`\`

| fault | on the host | name given | class | what Holdpoint did | decision | exit | original |
|---|---|---|---|---|---|---|---|
${lines.join('\n')}
`;
}

export function evidenceLine(row: Row, sweep: SimulatedSweep): string {
  const { document, exit_code } = sweep;
  const faults = namesOf(sweep);
  const cells = [
    (row.faults.map((fault) => `\`${textOf(fault)}\``).join(' ') || '-') +
      (row.seed === undefined ? '' : ` (seed ${row.seed})`),
    row.host,
    faults.map((fault) => `\`${told(fault)}\``).join(', ') || '-',
    [...new Set(faults.map((fault) => fault.class))].join(', ') || '-',
    [
      ...(row.did === undefined ? [] : [row.did]),
      ...deedsOf(sweep),
      ...(row.weakness === undefined ? [] : [`**weak**: ${row.weakness}`]),
    ].join('; '),
    document.decision.kind,
    String(exit_code),
    row.original === 'not back' ? 'not back: `holdpoint restore DIR` is in the hint' : row.original,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function textOf(fault: string | FaultSpec): string {
  if (typeof fault === 'string') return fault;
  const start = fault.start === null ? '' : `@${fault.start}`;
  return `${fault.name}${start}${fault.ms === null ? '' : `, ${fault.ms / 1000} s`}`;
}

/** Each fault once, in the order in which it was met. */
function namesOf({ document, fault }: SimulatedSweep): readonly Fault[] {
  const met = document.trials.flatMap(({ starts }) => starts.map((start) => start.fault));
  const all = [...met, ...document.faults, fault].filter((one) => one !== null);
  return all.filter((one, at) => all.findIndex((other) => told(other) === told(one)) === at);
}

function told({ name, data }: Fault): string {
  const [holder] = (data['holders'] ?? []) as readonly Readonly<Record<string, unknown>>[];
  const all = {
    ...data,
    user: data['user'] ?? holder?.['user'],
    command: data['command'] ?? holder?.['command'],
  };
  const parts = Object.entries(all)
    .filter(([key, value]) => TELLING.includes(key) && value != null && !isMoving(value))
    .map(([key, value]) => `${key}: ${value}`);
  return parts.length === 0 ? name : `${name}{${parts.join(', ')}}`;
}

/** A count of tokens or bytes: it comes of the simulator's own measures. */
function isMoving(value: unknown): boolean {
  return typeof value === 'number' && value > 1000;
}

function deedsOf({ document, fault }: SimulatedSweep): readonly string[] {
  const trials = document.trials.filter(({ starts }) => starts.some((start) => start.fault !== null));
  const deeds = trials.map(deedOf);
  if (fault !== null && document.state === 'stopped') deeds.push(`the sweep was stopped by ${fault.name}`);
  if (deeds.length === 0) deeds.push('measured every setting');
  if (!document.restored.ok) deeds.push('gave the restore up');
  return deeds;
}

function deedOf({ name, status, starts }: TrialDocument): string {
  const way = starts.map(({ fault, adopted }) => {
    if (fault !== null) return fault.name;
    return adopted ? 'adopted and measured' : 'measured';
  });
  return `${name}: ${way.join(', then ')}${status === 'measured' ? '' : ` (${status})`}`;
}
