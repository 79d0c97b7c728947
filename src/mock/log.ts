import type { LoggedRequest, MockLog } from '../ports/mock.ts';

export interface OpenRequest extends Omit<LoggedRequest, 'sent' | 'tokens'> {
  readonly sent: number[];
  readonly tokens: number[];
  ended: number | null;
  how: string | null;
}

/** Keeps what was sent. */
export class Log {
  readonly requests: OpenRequest[] = [];
  connections = 0;
  open = 0;
  readonly #cpu = process.cpuUsage();
  #late = { sum: 0, max: 0, count: 0 };

  begin(request: Omit<OpenRequest, 'number' | 'open' | 'sent' | 'tokens' | 'ended' | 'how'>): OpenRequest {
    const entry: OpenRequest = {
      ...request,
      number: this.requests.length,
      open: ++this.open,
      sent: [],
      tokens: [],
      ended: null,
      how: null,
    };
    this.requests.push(entry);
    return entry;
  }

  sent(request: OpenRequest, at: number, tokens: number, late: number): void {
    request.sent.push(at);
    request.tokens.push(tokens);
    this.#late = {
      sum: this.#late.sum + late,
      max: Math.max(this.#late.max, late),
      count: this.#late.count + 1,
    };
  }

  end(request: OpenRequest, at: number, how: string): void {
    if (request.how !== null) return;
    request.ended = at;
    request.how = how;
    this.open--;
  }

  document(): MockLog {
    const { sum, max, count } = this.#late;
    const { user, system } = process.cpuUsage(this.#cpu);
    return {
      schema_version: 1,
      to_monotonic_ms: Number(process.hrtime.bigint()) / 1e6 - performance.now(),
      connections: this.connections,
      requests: this.requests,
      lateness_ms: { mean: count === 0 ? null : sum / count, max: count === 0 ? null : max },
      cpu_ms: (user + system) / 1000,
    };
  }
}
