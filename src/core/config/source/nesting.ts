import { CST, Lexer } from 'yaml';
import type { TextProblem } from './finding.ts';
import { positionAt } from './position.ts';

export const MAX_DEPTH = 32;

/**
 * What this scan refuses is certainly too deep; what it lets through is at most this deep for the parser, which is
 * exact about `MAX_DEPTH` afterwards. One level of the file is counted up to three times here: as the column of its
 * key, of its colon, and of its dash.
 */
const SCAN_LIMIT = 3 * MAX_DEPTH + 4;

/**
 * The YAML parser recurses for every level, and some thousand levels end the whole process (they exhaust the memory of
 * its regular expressions, which no `catch` sees). So nesting is bounded on the flat stream of tokens before it.
 */
export function nestingProblem(text: string): TextProblem | null {
  const scan = new Scan();
  let offset = 0;
  for (const token of new Lexer().lex(text)) {
    if (scan.depth(token) > SCAN_LIMIT) return tooDeep(text, offset);
    if (!isMark(token)) offset += token.length;
  }
  return null;
}

export function tooDeep(text: string, offset: number): TextProblem {
  return {
    position: positionAt(text, offset),
    message: `nested deeper than ${MAX_DEPTH} levels`,
    remedy: 'a configuration needs fewer than ten',
  };
}

/** Marks of the token stream that stand for no text. */
function isMark(token: string): boolean {
  return token === CST.DOCUMENT || token === CST.FLOW_END || token === CST.SCALAR;
}

class Scan {
  private flow = 0;
  private column = 0;
  private atLineStart = true;
  /** Columns at which block collections may be open, growing. */
  private readonly open: number[] = [];

  /** Takes the next token and says how deep the parser may be after it. */
  depth(token: string): number {
    const type = CST.tokenType(token);
    if (type === 'flow-map-start' || type === 'flow-seq-start') this.flow += 1;
    else if (type === 'flow-map-end' || type === 'flow-seq-end') this.flow = Math.max(0, this.flow - 1);
    else if (type === 'flow-error-end' || type === 'doc-start' || type === 'doc-end') this.flow = 0;
    this.move(token, type);
    return this.open.length + this.flow;
  }

  private move(token: string, type: string | null): void {
    if (isMark(token)) return;
    const indicator = type === 'seq-item-ind' || type === 'explicit-key-ind' || type === 'map-value-ind';
    const blank = type === 'space' || type === 'newline' || type === 'comment';
    if (this.flow === 0 && (indicator || (this.atLineStart && !blank))) this.enter(this.column);
    if (!blank) this.atLineStart = false;
    const newline = token.lastIndexOf('\n');
    this.column = newline < 0 ? this.column + token.length : token.length - newline - 1;
    if (newline >= 0) this.atLineStart = true;
  }

  private enter(column: number): void {
    while ((this.open.at(-1) ?? -1) > column) this.open.pop();
    if (this.open.at(-1) !== column) this.open.push(column);
  }
}
