import type { Endpoint } from './endpoint.ts';
import { replyText } from './reply.ts';
import { submit } from './submit.ts';

/** 503 until the warm-up has ended and while the server drains. It does not generate: the environment switched that off. */
export const health: Endpoint = (launch, _request, answer) => {
  if (launch.condition === 'stopping')
    launch.say('Health check request received during shutdown. Returning 503.');
  replyText(answer, launch.condition === 'serving' ? 200 : 503, '');
};

/** One token from the engine, else no answer. */
export const healthGenerate: Endpoint = (launch, _request, answer) => {
  if (launch.condition !== 'serving' || launch.fault('http-500') !== null) return replyText(answer, 503, '');
  const prompt = 'HEALTH_CHECK';
  submit(launch, answer, {
    prompt,
    prompt_tokens: 1,
    max_tokens: 1,
    ignore_eos: true,
    reader: { tokens() {}, ended: () => replyText(answer, 200, '') },
  });
};
