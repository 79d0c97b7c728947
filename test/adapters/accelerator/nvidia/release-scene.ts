import { Nvidia } from '../../../../src/adapters/accelerator/nvidia/nvidia.ts';
import { VirtualClock } from '../../../../src/adapters/clock/virtual.ts';
import type { ChangeInput, ChangeState, Goal } from '../../../../src/core/change/types.ts';
import { engineDefinition } from '../../../../src/core/engine/index.ts';
import type { Generation, Member } from '../../../../src/core/generation.ts';
import { MiB } from '../../../../src/core/units.ts';
import { driveChange } from '../../../../src/run/change.ts';
import type { Ports } from '../../../../src/run/ports.ts';
import { type Frame, ScriptedHost, TOOL } from './scripted-host.ts';
import { UUIDS } from './smi.ts';

/** A server with one process for each device, which is stopped; then its memory comes back as the script says. */
export interface Scene {
  /** `t`: seconds since the last process of the server is gone; null: it still runs. */
  readonly frame: (t: number | null, pids: readonly number[]) => Frame;
  readonly input?: Partial<ChangeInput>;
  /** Nothing of ours runs at the beginning. */
  readonly idle?: boolean;
  /** Processes of others, from the beginning. */
  readonly strangers?: readonly number[];
}

export interface Played {
  readonly state: ChangeState;
  readonly fault: NonNullable<ChangeState['verdict']>['fault'];
  /** How long the memory was waited for, in seconds; null: not asked for. */
  readonly waited_s: number | null;
  readonly evidence: readonly string[];
  readonly waiting: readonly string[];
  readonly scripted: ScriptedHost;
}

export const FLOOR = 300 * MiB;
const BOOT = 'scene-boot';
export const FLOORS = Object.fromEntries(UUIDS.map((uuid) => [uuid, FLOOR]));

export async function play({ frame, input, idle = false, strangers = [] }: Scene): Promise<Played> {
  const clock = new VirtualClock();
  let gone_at: number | null = idle ? 0 : null;
  const members: Member[] = [];
  const scripted = new ScriptedHost(() =>
    frame(
      gone_at === null ? null : (clock.now() - gone_at) / 1000,
      members.map(({ pid }) => pid),
    ),
  );
  for (const pid of strangers) scripted.add({ pid, user: 'eve', argv: ['other-server'] });
  if (!idle) {
    for (const [rank] of UUIDS.entries())
      members.push(scripted.add({ pid: 100 + rank, ppid: rank === 0 ? 1 : 100 }));
  }
  const generation: Generation = { kind: 'process', id: 'g', pid: 100, start_ticks: 1000, boot_id: BOOT };
  const running = () => !idle && gone_at === null;
  const waiting: string[] = [];
  const ports = {
    clock,
    host: {
      ...scripted.host,
      port: async (_address: string, port: number) => ({
        port,
        listeners: [],
        bind: 'free',
        bind_error: null,
      }),
      connections: async () => [],
    },
    supervisor: {
      present: async () => ({
        generation: running() ? generation : null,
        definition: null,
        members: running() ? members : [],
        ours: true,
      }),
      life: async () => ({
        alive: running(),
        exit: null,
        members: running() ? members : [],
        rss_bytes: null,
        cpu_ticks: null,
        io_bytes: null,
      }),
      signal: async () => {
        for (const { pid } of members) scripted.end(pid);
        gone_at = clock.now();
        return { signal: 'TERM', sent: [100], gone: [], refused: [] };
      },
    },
    accelerator: new Nvidia({
      host: scripted.host,
      tool: TOOL,
      devices: null,
      floored: [],
      environment: null,
    }),
    engine: { state: async () => null, report: async () => null, traffic: async () => null },
    credentials: { witnessed: false },
  } as unknown as Ports;
  const state = await clock.run(
    driveChange(inputOf({ kind: 'stopped' }, input), {
      ports,
      hooks: { run: async () => undefined },
      operator: { latest: null, onRequest: () => () => undefined },
      cut_by: [],
      cut_at: null,
      append: async () => undefined,
      touching: async () => undefined,
      waiting: ({ waiting_for }) => void waiting.push(waiting_for),
    }),
  );
  const released = state.passed.find(({ name }) => name === 'released');
  return {
    state,
    fault: state.verdict?.fault ?? null,
    waited_s: released?.waited_s ?? null,
    evidence: released?.evidence.map(({ text }) => text) ?? [],
    waiting,
    scripted,
  };
}

function inputOf(goal: Goal, more: Partial<ChangeInput> = {}): ChangeInput {
  return {
    change: 1,
    goal,
    trial: null,
    start: null,
    attempt: 1,
    endpoint: { address: '127.0.0.1', port: 30_000 },
    limits: { load_ms: 1, quiet_ms: 1, stop_ms: 10_000, release_ms: 180_000, drain_ms: 0 },
    engine: engineDefinition('openai'),
    api: 'chat',
    log_file: '/dev/null',
    cores: 1,
    ours: [],
    spent: [],
    members: [],
    watch_traffic: false,
    under_traffic: false,
    drain: false,
    has_drain_hook: false,
    has_before_stop_hook: false,
    floor: FLOORS,
    floor_given: [],
    floor_derived: false,
    peak_bytes: null,
    garbage_is_normal: false,
    ...more,
  };
}
