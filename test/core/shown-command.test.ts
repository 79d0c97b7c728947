import { expect, test } from 'vitest';
import { shownCommand } from '../../src/core/shown-command.ts';

test.each([
  [['serve', '--api-key', 'hunter2hunter2'], 'serve --api-key {secret: --api-key}'],
  [['serve', '--api-key=abc', '--port', '1'], 'serve --api-key={secret: --api-key} --port 1'],
  [['serve', '--port', '30000'], 'serve --port 30000'],
])('%j', (argv, shown) => {
  expect(shownCommand(argv)).toBe(shown);
});

test('a secret at the end of what is shown is not left there in part', () => {
  const shown = shownCommand(['serve', 'x'.repeat(270), '--api-key', 'hunter2hunter2hunter2']);
  expect(shown.slice(0, 300)).not.toContain('hunter2');
});
