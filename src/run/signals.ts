import type { OperatorInbox, OperatorRequest } from './operator.ts';

/** The part of a process that signals come through; tests give their own. */
export interface SignalSource {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
  /** Ends the process without restoring: the third request. */
  die(): void;
}

export interface SignalOptions {
  /** `continue`: a lost terminal changes nothing. `restore`: it counts as one interrupt. */
  readonly on_hangup: 'continue' | 'restore';
}

/** First request: nothing new, restore. Second: the restore is given up. Third: the process ends at once. */
export class SignalInbox implements OperatorInbox {
  private readonly listeners = new Set<(request: OperatorRequest) => void>();
  private readonly source: SignalSource;
  private readonly handlers: readonly (readonly [NodeJS.Signals, () => void])[];
  private requests = 0;

  constructor(source: SignalSource, options: SignalOptions) {
    this.source = source;
    const request = (): void => this.request();
    const hangup = options.on_hangup === 'restore' ? request : (): void => undefined;
    this.handlers = [
      ['SIGINT', request],
      ['SIGTERM', request],
      ['SIGHUP', hangup],
      ['SIGPIPE', () => undefined],
    ];
    for (const [signal, handler] of this.handlers) source.on(signal, handler);
  }

  get latest(): OperatorRequest | null {
    if (this.requests === 0) return null;
    return this.requests === 1 ? 'interrupt' : 'abandon';
  }

  onRequest(listener: (request: OperatorRequest) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  dispose(): void {
    for (const [signal, handler] of this.handlers) this.source.off(signal, handler);
    this.listeners.clear();
  }

  private request(): void {
    this.requests += 1;
    if (this.requests > 2) return this.source.die();
    const { latest } = this;
    if (latest !== null) for (const listener of [...this.listeners]) listener(latest);
  }
}

/** Signals of this process. */
export function processSignals(): SignalSource {
  return {
    on: (signal, listener) => process.on(signal, listener),
    off: (signal, listener) => process.off(signal, listener),
    die: () => process.kill(process.pid, 'SIGKILL'),
  };
}
