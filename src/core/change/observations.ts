/**
 * What the core expects as the values of its port calls. The interfaces in `ports/` return these shapes; they are
 * repeated here by structure because the core imports no port.
 */
import type { Definition, Generation, Member } from '../generation.ts';
import type { LogLine } from '../log-line.ts';
import type { Bytes, Milliseconds } from '../units.ts';

export interface PresentFacts {
  readonly generation: Generation | null;
  readonly definition: Definition | null;
  readonly members: readonly Member[];
  readonly ours: boolean;
  readonly differs?: { readonly where: string; readonly wanted: string; readonly got: string };
  readonly refused?: string;
}

export interface PortHolderFacts {
  readonly pid: number | null;
  readonly start_ticks: number | null;
  readonly uid: number;
  readonly user: string;
  readonly command: string;
  readonly inode: string;
  readonly address: string;
}

export interface PortFacts {
  readonly port: number;
  readonly listeners: readonly PortHolderFacts[];
  readonly bind: 'free' | 'held' | 'unknown';
  readonly bind_error: string | null;
}

export interface DeviceFacts {
  readonly id: string;
  readonly name: string;
  readonly used_bytes: Bytes | null;
  readonly free_bytes: Bytes | null;
  readonly total_bytes: Bytes | null;
  readonly holders: readonly {
    readonly pid: number;
    readonly user: string;
    readonly command: string;
    readonly used_bytes: Bytes | null;
    readonly ours: boolean;
  }[];
  readonly shared: boolean;
  readonly display?: boolean;
  readonly unified?: boolean;
  readonly objects: readonly { readonly name: string; readonly bytes: Bytes }[];
}

export interface LifeFacts {
  readonly alive: boolean;
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
  readonly members: readonly Member[];
  readonly rss_bytes: Bytes | null;
  readonly cpu_ticks: number | null;
  readonly io_bytes: Bytes | null;
  readonly restarts: number | null;
  /** The manager's next life of the service is there or on its way, after this one. Absent: no. */
  readonly returning?: boolean;
}

export interface EngineStateFacts {
  readonly answer: 'refused' | 'silent' | 'loading' | 'ready' | 'unauthorised' | 'other';
  readonly status: number | null;
  readonly text: string;
}

export interface EngineReportFacts {
  readonly documents: Readonly<Record<string, unknown>>;
  readonly model: string | null;
  readonly version: string | null;
}

export interface TrafficFacts {
  readonly running: number;
  /** null: this build does not say how many wait. */
  readonly waiting: number | null;
  readonly source: string;
}

export interface ConnectionFacts {
  readonly address: string;
  readonly port: number;
  readonly local: boolean;
  readonly pid: number | null;
  readonly user: string | null;
  readonly command: string;
  readonly queued_bytes: Bytes;
  readonly idle_ms: Milliseconds | null;
  readonly unanswered: boolean | null;
}

export interface ProbeFacts {
  readonly status: number | null;
  readonly text: string;
  readonly completion_tokens: number;
  readonly finish_reason: string | null;
  readonly timings: Readonly<Record<string, number>> | null;
  readonly error: string | null;
  readonly timed_out: boolean;
}

export interface LogChunkFacts {
  readonly lines: readonly LogLine[];
  readonly cursor: number;
  readonly readable: boolean;
  readonly why?: string;
  readonly file: string | null;
}

export interface PreparedFacts {
  readonly definition: Definition;
  readonly id: string;
  readonly log_file: string;
  readonly way?: string;
}

export interface SignalFacts {
  readonly signal: 'TERM' | 'KILL';
  readonly sent: readonly number[];
  readonly gone: readonly number[];
  readonly refused: readonly { readonly pid: number; readonly error: string }[];
}

export interface MachineFacts {
  readonly boot_id: string;
}

export interface ProcessFacts {
  readonly pid: number;
  readonly ppid: number;
  readonly start_ticks: number;
  readonly argv: readonly string[];
}
