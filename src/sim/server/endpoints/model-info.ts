import { MODEL } from '../arguments/model.ts';
import type { Endpoint } from './endpoint.ts';
import { replyJson } from './reply.ts';

export const modelInfo: Endpoint = (launch, _request, answer) => {
  const { report, served_model_name } = launch.arguments;
  replyJson(answer, 200, {
    model_path: report['model_path'],
    served_model_name,
    tokenizer_path: report['tokenizer_path'],
    is_generation: true,
    preferred_sampling_params: null,
    weight_version: report['weight_version'],
    load_format: report['load_format'],
    reasoning_parser: report['reasoning_parser'],
    tool_call_parser: report['tool_call_parser'],
    has_image_understanding: false,
    has_audio_understanding: false,
    model_type: MODEL.model_type,
    architectures: [MODEL.architecture],
  });
};
