import type { Problem } from '../fault.ts';
import { type EvaluationProblem, LEVELS, type Level } from './problem.ts';

export type ReadSuite =
  | { readonly ok: true; readonly problems: readonly EvaluationProblem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

type Fields = Readonly<Record<string, unknown>>;

/** What is wrong with one line, in words, with what would be right. */
class Broken extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

/**
 * A suite as JSON lines: the shapes of HumanEval (`task_id`, `prompt`, `entry_point`, `test`) and MBPP (`task_id`, `text`,
 * `test_list`), our own (`id`, `level`, `prompt`, `entry_point`, `tests`), and questions with an `answer`, a text or a
 * number. Every broken line is told at once.
 */
export function readSuite(text: string, file: string): ReadSuite {
  const problems: EvaluationProblem[] = [];
  const broken: Problem[] = [];
  const seen = new Set<string>();
  text.split('\n').forEach((line, index) => {
    if (line.trim() === '') return;
    try {
      const problem = problemIn(fieldsOf(line), index + 1);
      if (seen.has(problem.id))
        throw new Broken(`a second problem \`${problem.id}\``, 'give each its own id');
      seen.add(problem.id);
      problems.push(problem);
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
      broken.push({ file, line: index + 1, column: 1, message: error.message, remedy: error.remedy });
    }
  });
  if (broken.length > 0) return { ok: false, problems: broken };
  if (problems.length > 0) return { ok: true, problems };
  const remedy = 'one JSON object a line, one for each problem';
  return {
    ok: false,
    problems: [{ file, line: null, column: null, message: 'no problem in this suite', remedy }],
  };
}

function fieldsOf(line: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new Broken(`no JSON: ${(error as Error).message}`, 'one JSON object a line');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new Broken('no JSON object', 'one JSON object a line');
}

function problemIn(fields: Fields, line: number): EvaluationProblem {
  const id = fields['task_id'] ?? fields['id'] ?? line;
  if (typeof id !== 'string' && typeof id !== 'number')
    throw new Broken('`id` is neither text nor number', 'name it');
  const asked = { id: String(id), level: levelOf(fields['level']), prompt: promptOf(fields) };
  const { answer, tolerance = 1e-6 } = fields;
  if (typeof answer === 'string' && answer.trim() !== '') return { ...asked, kind: 'exact', answer };
  if (typeof answer === 'number') {
    if (typeof tolerance !== 'number' || tolerance < 0)
      throw new Broken('`tolerance` is no distance', 'give a number from 0');
    return { ...asked, kind: 'numeric', answer, tolerance };
  }
  if (answer !== undefined) throw new Broken('`answer` is neither text nor number', 'give what is right');
  const entry_point = fields['entry_point'] ?? null;
  if (entry_point !== null && !(typeof entry_point === 'string' && /^[A-Za-z_]\w*$/.test(entry_point)))
    throw new Broken('`entry_point` is no name of a function', 'name the function that the tests call');
  return { ...asked, kind: 'code', entry_point, ...judgedBy(fields, entry_point, asked.prompt) };
}

function judgedBy(fields: Fields, entry_point: string | null, prompt: string) {
  const { test, tests, test_list, test_setup_code = '', test_imports = [] } = fields;
  if (isText(test)) {
    if (entry_point === null)
      throw new Broken('`test` without `entry_point`', 'name the function that `check` is given');
    const asked = `Complete this Python function. Answer with the whole function in one code block.\n\n${prompt}`;
    return { prompt: asked, beginning: prompt, tests: `${test}\ncheck(${entry_point})` };
  }
  if (isText(tests)) return { beginning: null, tests };
  if (Array.isArray(test_list) && test_list.length > 0 && test_list.every(isText)) {
    const before = [...(Array.isArray(test_imports) ? test_imports : []), test_setup_code].filter(isText);
    const asked = `${prompt}\nAnswer with Python code in one code block. It must pass tests like this:\n${test_list[0]}`;
    return { prompt: asked, beginning: null, tests: [...before, ...test_list].join('\n') };
  }
  throw new Broken(
    'a problem without tests',
    'give `tests`, `test` (HumanEval), `test_list` (MBPP), or an `answer` to compare with',
  );
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

function promptOf({ prompt, text, question }: Fields): string {
  const asked = prompt ?? text ?? question;
  if (isText(asked)) return asked;
  throw new Broken('a problem without a prompt', 'give `prompt`, `text` or `question`');
}

function levelOf(value: unknown): Level | null {
  if (value === undefined) return null;
  const level = LEVELS.find((name) => name === value);
  if (level === undefined) throw new Broken('`level` is not known', `one of ${LEVELS.join(', ')}, or none`);
  return level;
}
