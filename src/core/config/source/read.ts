import { type Document, parseDocument } from 'yaml';
import type { Path, TextProblem } from './finding.ts';
import { nestingProblem } from './nesting.ts';
import { positionAt } from './position.ts';
import { buildTree, type Tree } from './tree.ts';
import { yamlMessage, yamlRemedy } from './yaml-errors.ts';

export interface Source {
  /** null: the text is no YAML, so nothing can be said about its values. */
  readonly tree: Tree | null;
  readonly problems: readonly TextProblem[];
}

/** After the first errors the parser only guesses what was meant. */
const MAX_SYNTAX_PROBLEMS = 10;

/** One YAML 1.2 document as a tree of plain values with places. Bounds are checked before the parser sees the text. */
export function readYaml(text: string, verbatim: (path: Path) => boolean): Source {
  const deep = nestingProblem(text);
  if (deep !== null) return { tree: null, problems: [deep] };
  // Keys are compared by the tree: the parser compares each with each, which takes minutes for a hostile file.
  const document = parseDocument(text, { uniqueKeys: false, prettyErrors: false });
  const syntax = syntaxProblems(document, text);
  if (syntax.length > 0) return { tree: null, problems: syntax };
  const tree = buildTree(document, verbatim);
  return {
    tree,
    problems: tree.problems.map(({ offset, message, remedy }) => ({
      position: positionAt(text, offset),
      message,
      remedy,
    })),
  };
}

function syntaxProblems(document: Document.Parsed, text: string): readonly TextProblem[] {
  const { version } = document.directives.yaml;
  if (version !== '1.2') {
    return [
      {
        position: { line: 1, column: 1 },
        message: `YAML ${version} reads some words otherwise (off, yes)`,
        remedy: 'remove the line %YAML: version 1.2 is meant',
      },
    ];
  }
  return [...document.errors, ...document.warnings].slice(0, MAX_SYNTAX_PROBLEMS).map((error) => ({
    position: positionAt(text, error.pos[0]),
    message: yamlMessage(error),
    remedy: yamlRemedy(error),
  }));
}
