import type { HttpHandler } from '../../machine.ts';
import type { Launch } from '../launch.ts';
import { chatCompletions } from './chat-completions.ts';
import { completions } from './completions.ts';
import type { Endpoint } from './endpoint.ts';
import { flushCache } from './flush-cache.ts';
import { generate } from './generate.ts';
import { health, healthGenerate } from './health.ts';
import { loggedAnswer } from './logged-answer.ts';
import { metrics } from './metrics.ts';
import { modelInfo } from './model-info.ts';
import { models } from './models.ts';
import { replyJson } from './reply.ts';
import { serverInfo } from './server-info.ts';

const deprecated =
  (old: string, present: string, endpoint: Endpoint): Endpoint =>
  (launch, request, answer) => {
    launch.say(
      `Endpoint '${old}' is deprecated and will be removed in a future version. Please use '${present}' instead.`,
    );
    endpoint(launch, request, answer);
  };

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  'GET /health': health,
  'GET /health_generate': healthGenerate,
  'GET /v1/models': models,
  'GET /model_info': modelInfo,
  'GET /get_model_info': deprecated('/get_model_info', '/model_info', modelInfo),
  'GET /server_info': serverInfo,
  'GET /get_server_info': deprecated('/get_server_info', '/server_info', serverInfo),
  'GET /metrics': metrics,
  'GET /flush_cache': flushCache,
  'POST /flush_cache': flushCache,
  'POST /generate': generate,
  'POST /v1/completions': completions,
  'POST /v1/chat/completions': chatCompletions,
};

const PATHS = new Set(Object.keys(ENDPOINTS).map((route) => route.split(' ')[1]));

/** Everything that the port answers, once it is open. */
export function router(launch: Launch): HttpHandler {
  return (request, plain) => {
    const answer = loggedAnswer(launch, request, plain);
    const [path = ''] = request.path.split('?');
    const endpoint = ENDPOINTS[`${request.method} ${path}`];
    if (endpoint !== undefined) return endpoint(launch, request, answer);
    if (PATHS.has(path)) return replyJson(answer, 405, { detail: 'Method Not Allowed' });
    replyJson(answer, 404, { detail: 'Not Found' });
  };
}
