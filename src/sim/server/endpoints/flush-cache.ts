import type { Endpoint } from './endpoint.ts';
import { replyText } from './reply.ts';

/** Forgets cached prompts; refused while a request runs or waits. */
export const flushCache: Endpoint = (launch, _request, answer) => {
  const flushed = launch.engine?.flushCache() ?? false;
  replyText(
    answer,
    flushed ? 200 : 400,
    `${flushed ? 'Cache flushed.' : 'Flush cache failed.'}\nPlease check backend logs for more details. (When there are running or waiting requests, the operation will not be performed.)\n`,
  );
};
