import type { Endpoint } from './endpoint.ts';
import { replyJson } from './reply.ts';

/** Answers as soon as the port is open: long before anything can be generated. */
export const models: Endpoint = (launch, _request, answer) => {
  replyJson(answer, 200, modelList(launch.arguments, launch.machine.time.wall()));
};

/** The list of OpenAI's API with the one model that is served. */
export function modelList(
  model: { readonly served_model_name: string; readonly context_length: number },
  wall: number,
): unknown {
  const id = model.served_model_name;
  return {
    object: 'list',
    data: [
      {
        id,
        object: 'model',
        created: Math.floor(wall / 1000),
        owned_by: 'sglang',
        root: id,
        parent: null,
        max_model_len: model.context_length,
      },
    ],
  };
}
