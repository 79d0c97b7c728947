import { expect, it } from 'vitest';
import { forPublic, withoutSecrets } from '../../../src/core/diagnose/redact.ts';
import { treeStart } from '../engine/sglang/fixture.ts';
import { judged } from './judged.ts';

const CANARY = 'c4n4ry-5ecret-v4lue';

it.each([
  [`--api-key ${CANARY} --port 1`, '--api-key {secret: api-key} --port 1'],
  [`--api-key=${CANARY}`, '--api-key={secret: api-key}'],
  [`HF_TOKEN=${CANARY} vllm serve`, 'HF_TOKEN={secret: HF_TOKEN} vllm serve'],
  [
    `server_args={'api_key': '${CANARY}', 'port': 1}`,
    "server_args={'api_key': '{secret: api_key}', 'port': 1}",
  ],
  [`{"password": "${CANARY}"}`, '{"password": "{secret: password}"}'],
  [`Authorization: Bearer ${CANARY}`, 'Authorization: {secret: authorization}'],
  ['hf_abcdefghijklmnop in a text', '{secret: token} in a text'],
  ['https://me:pw@host/x', 'https://{secret: login}@host/x'],
  ['max_tokens=512, eos_token=</s>', 'max_tokens=512, eos_token=</s>'],
])('%s', (text, clean) => {
  expect(withoutSecrets(text)).toBe(clean);
});

it('names of people in paths are not for the public', () => {
  expect(forPublic('/home/jane.doe/models/x')).toBe('/home/someone/models/x');
});

it('no key that a log holds comes out of the diagnosis', () => {
  const lines = [
    ...treeStart({ until: 'weights' }),
    '[2026-07-20 08:36:40 TP3] Scheduler hit an exception: Traceback (most recent call last):',
    `ValueError: bad request with --api-key ${CANARY} and api_key='${CANARY}'`,
    `[2026-07-20 08:36:40] HF_TOKEN=${CANARY}`,
    '[2026-07-20 08:36:41] Received sigquit from a child process.',
  ];
  const document = judged(lines.join('\n'));
  expect(document.verdict).toBe('failed');
  expect(JSON.stringify(document)).not.toContain(CANARY);
});
