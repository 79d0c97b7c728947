import { expect, test } from 'vitest';
import { codeIn } from '../../../src/core/evaluate/code-in.ts';

const F = { entry_point: 'f', beginning: null };
const CODE = 'def f(x):\n    return x + 1\n';

test.each([
  ['alone', CODE],
  ['fenced', `\`\`\`python\n${CODE}\`\`\``],
  ['fenced in prose', `Sure! Here it is:\n\n\`\`\`py\n${CODE}\`\`\`\nIt adds one.`],
  ['fenced and cut off', `Here:\n\`\`\`python\n${CODE}`],
  ['fenced with tildes', `~~~\n${CODE}~~~\n`],
  ['in a list', `1. Do:\n   \`\`\`python\n   def f(x):\n       return x + 1\n   \`\`\`\n`],
  [
    'with other blocks around',
    `\`\`\`sh\npip install x\n\`\`\`\n\`\`\`python\n${CODE}\`\`\`\n\`\`\`\nf(1)\n\`\`\``,
  ],
  ['in prose without a fence', `The function:\n\n${CODE}\nThis adds one to x.`],
  [
    'after thinking',
    `<think>\n\`\`\`python\ndef f(x): return 0\n\`\`\`\n</think>\n\`\`\`python\n${CODE}\`\`\``,
  ],
  ['with carriage returns', `\`\`\`python\r\n${CODE.replaceAll('\n', '\r\n')}\`\`\``],
])('code %s', (_, answer) => {
  expect(codeIn(answer, F)?.trim()).toBe(CODE.trim());
});

test('prose alone is no code', () => {
  expect(codeIn('I cannot do that.', F)).toBeNull();
  expect(codeIn('', F)).toBeNull();
});

test('a bare body goes on where the prompt ends', () => {
  const problem = { entry_point: 'f', beginning: 'import math\n\ndef f(x):\n    """One more."""\n' };
  expect(codeIn('    return x + 1\n', problem)).toBe(
    'import math\n\ndef f(x):\n    """One more."""\n    return x + 1\n\n',
  );
  expect(codeIn(CODE, problem)).toBe(`import math\n${CODE}`);
});
