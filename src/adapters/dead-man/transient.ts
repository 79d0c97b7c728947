import type { Milliseconds } from '../../core/units.ts';
import { MINUTE, SECOND } from '../../core/units.ts';
import type { Watched } from '../../ports/dead-man.ts';

export interface TransientTimer {
  readonly after_ms: Milliseconds;
  /** The words that run this version of Holdpoint: node, its options, the program; absolute paths. */
  readonly program: readonly string[];
  /** Options of the command, as `--tools-from-path`. */
  readonly options: readonly string[];
  /** Where the operator's own commands (hooks) are looked for. */
  readonly path: string;
  /** Whose rights the restore has; null: those of whom the manager belongs to. */
  readonly uid: number | null;
}

/** A restore that dies itself (out of memory, a signal) is tried again this often in an hour; one that fails is not. */
const TRIES = 5;
const BETWEEN_TRIES = 10 * SECOND;

/** Exit code of a restore that was asked for alone and went well. */
const RESTORED = 130;

/** The unit without its suffix. One for each turn: a timer of an earlier turn can neither be renewed nor be in the way. */
export function timerName({ run_id, fence }: Pick<Watched, 'run_id' | 'fence'>): string {
  return `${familyOf(run_id)}${fence}`;
}

/** What the names of all timers of a run begin with. */
export function familyOf(runId: string): string {
  return `holdpoint-restore-${runId.replace(/[^A-Za-z0-9_.-]+/g, '-').slice(0, 200)}-`;
}

/**
 * What is said to `systemd-run` after its own path and scope. Everybody on the host can read a unit: no secret may stand
 * in it, so the restore takes what it needs from the run folder.
 */
export function timerArguments(watched: Watched, timer: TransientTimer): readonly string[] {
  const { after_ms, program, options, path, uid } = timer;
  const properties = [
    // a restore may take as long as a load, and must not be ended for it
    'TimeoutStopSec=infinity',
    'KillMode=mixed',
    'Restart=on-abnormal',
    `RestartSec=${BETWEEN_TRIES / SECOND}`,
    `StartLimitBurst=${TRIES}`,
    `StartLimitIntervalSec=${(60 * MINUTE) / SECOND}`,
    `SuccessExitStatus=${RESTORED}`,
  ];
  return [
    '--quiet',
    `--unit=${timerName(watched)}`,
    `--description=Holdpoint: restore of run ${watched.run_id} if its process dies`,
    `--on-active=${after_ms}ms`,
    '--timer-property=AccuracySec=1s',
    // each renewal is a start, and at its limit of starts the timer would be gone
    '--timer-property=StartLimitIntervalSec=0',
    ...(uid === null ? [] : [`--uid=${uid}`]),
    `--setenv=PATH=${path}`,
    ...properties.map((property) => `--property=${property}`),
    '--',
    ...[...program, 'dead-man', watched.dir, '--fence', String(watched.fence), ...options].map(literal),
  ];
}

/** systemd puts the value of a variable in the place of `$NAME` in a command, also in one that was never a file. */
export function literal(word: string): string {
  return word.replaceAll('$', '$$$$');
}
