import type { ControlInput } from '../script.ts';

const json = (value: unknown, delay_ms = 0) => ({ status: 200, body: JSON.stringify(value), delay_ms });
const text = (lines: readonly string[], type = 'text/plain; version=0.0.4; charset=utf-8') => ({
  status: 200,
  headers: { 'content-type': type },
  body: lines.map((line) => `${line}\n`).join(''),
});

/** Gauges and counters of one engine (a data-parallel part) in the manner of vLLM. */
const engine = (number: number, running: string, generated: string): readonly string[] => {
  const labels = `{engine="${number}",model_name="mock"}`;
  return [
    `vllm:num_requests_running${labels} ${running}`,
    `vllm:num_requests_waiting${labels} 0.0`,
    `vllm:generation_tokens_total${labels} ${generated}`,
    `vllm:request_success_total{engine="${number}",finished_reason="length",model_name="mock"} 10.0`,
    `vllm:spec_decode_num_drafts_total${labels} 40.0`,
    `vllm:spec_decode_num_accepted_tokens_total${labels} 60.0`,
  ];
};

const unwell = { status: 503, body: '{"error":{"message":"loading","code":503}}' };

/** What the paths beside the answers say, by name. */
export const CONTROL: Readonly<Record<string, ControlInput>> = {
  'healthy-and-not-serving': {
    '/health': [{ status: 200 }],
    '/v1/models': [unwell],
    '/v1/completions': [unwell],
    '/v1/chat/completions': [unwell],
  },
  'serving-and-not-healthy': { '/health': [unwell] },
  'another-model': { '/v1/models': [json({ object: 'list', data: [{ id: 'another' }] })] },
  'counters-go-back': {
    '/metrics': [text(engine(0, '0.0', '5000.0')), text(engine(0, '0.0', '300.0'))],
  },
  'metrics-without-names': { '/metrics': [text(['process_start_time_seconds 1.7e+09'])] },
  'several-engines': {
    '/metrics': [text([...engine(0, '2.0', '1000.0'), ...engine(1, '3.0', '500.0')])],
  },
  'one-engine-not-a-number': {
    '/metrics': [text([...engine(0, '0.0', '1000.0'), ...engine(1, 'NaN', 'NaN')])],
  },
  'open-metrics': {
    '/metrics': [
      text(
        [
          '# TYPE vllm:generation_tokens counter',
          ...engine(0, '2.0', '1000.0 1700000000.123 # {trace_id="0af7"} 1.0 1700000000.1'),
          '# EOF',
        ],
        'application/openmetrics-text; version=1.0.0; charset=utf-8',
      ),
    ],
  },
  'slow-server-info': { '/server_info': [json({ version: 'mock', internal_states: [{}] }, 300)] },
  'four-ranks': {
    '/server_info': [
      json({
        version: 'mock',
        internal_states: [1.5, 2.5, 3.5, 4.5].map((length, rank) => ({
          avg_spec_accept_length: length,
          dp_rank: rank,
        })),
      }),
    ],
  },
  'flush-refused': {
    '/flush_cache': [
      {
        status: 400,
        headers: { 'content-type': 'text/plain' },
        body: 'Flush cache failed: requests are running.',
      },
    ],
  },
};
