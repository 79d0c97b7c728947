import type { EngineDefinition, EngineName } from '../../core/engine/definition.ts';
import type {
  DraftCounters,
  Engine,
  EngineReport,
  EngineState,
  ProbeAnswer,
  ProbeRequest,
  Traffic,
} from '../../ports/engine.ts';
import type { Host, HttpResponse } from '../../ports/host.ts';
import { readCompletion } from './completion.ts';
import { readSglangDrafts } from './drafts-sglang.ts';
import { parseJson } from './json.ts';
import { readState } from './state.ts';
import { readTraffic } from './traffic.ts';
import { readSglangTraffic } from './traffic-sglang.ts';

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

/** Where an engine counts its requests, beside /metrics. */
const TRAFFIC: Readonly<
  Partial<Record<EngineName, { readonly path: string; readonly read: typeof readTraffic }>>
> = {
  llamacpp: { path: '/slots', read: readTraffic },
  sglang: { path: '/v1/loads', read: readSglangTraffic },
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
    const [count, metrics] = await Promise.all([this.#body(reading.path), this.#body('/metrics')]);
    return reading.read(count, metrics);
  }

  async drafts(): Promise<DraftCounters | null> {
    return this.name === 'sglang' ? readSglangDrafts((await this.#body('/metrics')) ?? '') : null;
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
      timeout_ms: READ_TIMEOUT_MS,
    });
  }

  async #body(path: string): Promise<string | null> {
    const response = await this.#get(path);
    return response.status === 200 ? response.body : null;
  }

  async #json(path: string): Promise<unknown> {
    return parseJson((await this.#body(path)) ?? '') ?? null;
  }
}

function address(base: string, path: string): string {
  return base.replace(/\/+$/, '') + path;
}
