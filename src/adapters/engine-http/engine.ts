import type { EngineDefinition, EngineName } from '../../core/engine/definition.ts';
import type { EngineCounters } from '../../core/metrics/counters.ts';
import type {
  Engine,
  EngineReport,
  EngineState,
  ProbeAnswer,
  ProbeRequest,
  Traffic,
} from '../../ports/engine.ts';
import type { Host, HttpResponse } from '../../ports/host.ts';
import { readCompletion } from './completion.ts';
import { readCounters } from './counters.ts';
import { parseJson } from './json.ts';
import { readVllmMetrics, readVllmServerInfo } from './report-vllm.ts';
import { readState } from './state.ts';
import { readTraffic } from './traffic.ts';
import { readSglangTraffic } from './traffic-sglang.ts';
import { readVllmTraffic } from './traffic-vllm.ts';

export interface HttpEngineOptions {
  readonly host: Host;
  readonly definition: EngineDefinition;
  /** Base of the endpoint, without a path. */
  readonly url: string;
  /** null: the name that the server gives to its model. */
  readonly model: string | null;
  /** Asked before each request, so that a key goes out only while its receiver is known. */
  readonly headers: () => Readonly<Record<string, string>>;
}

/** For one reading; a generation has its own limit. A server that is loading may answer late. */
const READ_TIMEOUT_MS = 5000;
/** The first answer of vLLM's report waits for a look at the whole installation. */
const SLOW_MS: Readonly<Record<string, number>> = { '/server_info?config_format=json': 20_000 };

/** Where an engine counts its requests; `read` gets the bodies in this order. */
const TRAFFIC: Readonly<
  Partial<
    Record<
      EngineName,
      { readonly paths: readonly string[]; readonly read: (...bodies: (string | null)[]) => Traffic | null }
    >
  >
> = {
  llamacpp: {
    paths: ['/slots', '/metrics'],
    read: (slots = null, metrics = null) => readTraffic(slots, metrics),
  },
  sglang: {
    paths: ['/v1/loads', '/metrics', '/get_load'],
    read: (loads = null, metrics = null, load = null) => readSglangTraffic(loads, metrics, load),
  },
  vllm: { paths: ['/metrics'], read: (metrics = null) => readVllmTraffic(metrics) },
};

/** Answers that are no JSON, or of which only a part is kept, by path. */
const DOCUMENTS: Readonly<Partial<Record<EngineName, Readonly<Record<string, (body: string) => unknown>>>>> =
  {
    vllm: { '/metrics': readVllmMetrics, '/server_info?config_format=json': readVllmServerInfo },
  };

/** Reads any engine over HTTP. What it answers is its claim; who answers is shown elsewhere. */
export class HttpEngine implements Engine {
  readonly name: EngineName;
  readonly #options: HttpEngineOptions;

  constructor(options: HttpEngineOptions) {
    this.name = options.definition.name;
    this.#options = options;
  }

  async state(): Promise<EngineState> {
    return readState(this.name, await this.#get(this.#options.definition.health_path));
  }

  async report(): Promise<EngineReport> {
    const { definition, model } = this.#options;
    // At once: a server that does not answer is waited for once, not once for each path.
    const answers = definition.report_paths.map(async (path) => [path, await this.#json(path)] as const);
    const documents: Record<string, unknown> = Object.fromEntries(await Promise.all(answers));
    return {
      documents,
      model: model ?? definition.model(documents),
      version: definition.version(documents, []),
    };
  }

  async traffic(): Promise<Traffic | null> {
    const reading = TRAFFIC[this.name];
    if (reading === undefined) return null;
    return reading.read(...(await Promise.all(reading.paths.map((path) => this.#body(path)))));
  }

  async counters(): Promise<EngineCounters | null> {
    return readCounters(this.name, (await this.#body('/metrics')) ?? '');
  }

  async generate(request: ProbeRequest): Promise<ProbeAnswer> {
    const { host, url, headers } = this.#options;
    const model = await this.#model();
    const chat = request.api === 'chat';
    const body = {
      ...(model === null ? {} : { model }),
      ...(chat ? { messages: [{ role: 'user', content: request.prompt }] } : { prompt: request.prompt }),
      max_tokens: request.max_tokens,
      temperature: 0,
      stream: false,
      // A probe that is answered from the cache has shown nothing; other engines refuse the key.
      ...(this.name === 'llamacpp' ? { cache_prompt: false } : {}),
    };
    const response = await host.http({
      method: 'POST',
      url: address(url, chat ? '/v1/chat/completions' : '/v1/completions'),
      headers: { ...headers(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
      timeout_ms: request.timeout_ms,
    });
    return readCompletion(response);
  }

  /** Asked each time: the next generation may serve another model. */
  async #model(): Promise<string | null> {
    const { definition, model } = this.#options;
    return model ?? definition.model({ '/v1/models': await this.#json('/v1/models') });
  }

  #get(path: string): Promise<HttpResponse> {
    const { host, url, headers } = this.#options;
    return host.http({
      method: 'GET',
      url: address(url, path),
      headers: headers(),
      timeout_ms: SLOW_MS[path] ?? READ_TIMEOUT_MS,
    });
  }

  async #body(path: string): Promise<string | null> {
    const response = await this.#get(path);
    return response.status === 200 ? response.body : null;
  }

  async #json(path: string): Promise<unknown> {
    const body = (await this.#body(path)) ?? '';
    return (DOCUMENTS[this.name]?.[path] ?? parseJson)(body) ?? null;
  }
}

function address(base: string, path: string): string {
  return base.replace(/\/+$/, '') + path;
}
