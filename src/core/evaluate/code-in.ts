import type { CodeProblem } from './problem.ts';

const FENCED = /^[ \t]*(```+|~~~+)[^\n`]*\n([\s\S]*?)(?:^[ \t]*\1[ \t]*$|(?![\s\S]))/gm;

/** A line at the margin that begins Python, not prose. */
const BEGINS = /^(?:from\s+[\w.]+\s+import\b|import\s+\w|(?:async\s+)?def\s+\w+\s*\(|class\s+\w+\s*[(:]|@\w)/;
const GOES_ON =
  /^(?:$|[ \t]|#|[)\]}]|["']|(?:if|for|while|with|try|except|finally|else|elif|return|assert|print)\b.*[:)]?$|[A-Za-z_][\w.]*(?:\[[^\]]*\])?\s*(?:[-+*/|&]?=|\(|:))/;

/**
 * The code of an answer: of its code blocks the last one that defines what is asked for, all of them joined where none
 * does; without a block, the lines from the first that begins Python to the first that is prose. What a model thought
 * before it answered is no answer. null: there is none.
 */
export function codeIn(
  answer: string,
  { entry_point, beginning }: Pick<CodeProblem, 'entry_point' | 'beginning'>,
): string | null {
  const said = answer.replace(/\r\n/g, '\n').replace(/^[\s\S]*<\/think>/, '');
  const blocks = [...said.matchAll(FENCED)]
    .map(([, , code = '']) => dedented(code))
    .filter((code) => code.trim() !== '');
  const defines = (code: string) =>
    entry_point === null ||
    new RegExp(`^\\s*(?:async\\s+)?def\\s+${entry_point}\\b|^${entry_point}\\s*=`, 'm').test(code);
  const code = blocks.length > 0 ? (blocks.findLast(defines) ?? blocks.join('\n')) : withoutProse(said);
  if (code !== null && (beginning === null || defines(code)))
    return beginning === null ? code : `${importsOf(beginning)}\n${code}`;
  return beginning === null ? null : continued(beginning, code ?? said);
}

/** The lines above the function of a HumanEval prompt: its answer may stand on them. */
function importsOf(beginning: string): string {
  return beginning
    .split('\n')
    .filter((line) => /^(?:from|import)\s/.test(line))
    .join('\n');
}

/** A function body that goes on where the prompt ends. */
function continued(beginning: string, text: string): string | null {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first < 0) return null;
  const body = /^\s/.test(lines[first] ?? '')
    ? lines
    : lines.map((line) => (line === '' ? '' : `    ${line}`));
  const end = body.findIndex((line, index) => index > first && /^\S/.test(line));
  return `${beginning.trimEnd()}\n${body.slice(first, end < 0 ? undefined : end).join('\n')}\n`;
}

function withoutProse(text: string): string | null {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => BEGINS.test(line));
  if (first < 0) return null;
  const rest = lines.slice(first);
  const end = rest.findIndex((line) => !BEGINS.test(line) && !GOES_ON.test(line));
  return `${rest
    .slice(0, end < 0 ? undefined : end)
    .join('\n')
    .trimEnd()}\n`;
}

/** A block inside of a list stands further in. */
function dedented(code: string): string {
  const margins = code
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => /^ */.exec(line)?.[0].length ?? 0);
  const margin = Math.min(...margins);
  return margins.length === 0 || margin === 0
    ? code
    : code
        .split('\n')
        .map((line) => line.slice(margin))
        .join('\n');
}
