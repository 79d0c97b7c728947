import type { EngineDefinition, EngineName } from '../engine/definition.ts';
import type { Problem } from '../fault.ts';
import type { Secret } from '../secrets.ts';
import { checkDraft } from './checks/index.ts';
import type { Configuration, Place } from './configuration.ts';
import { draftOf } from './draft.ts';
import type { Environment } from './expansion.ts';
import { fileSecrets } from './file-secrets.ts';
import { locator } from './locate.ts';
import { resolveFile } from './resolve.ts';
import { fileSchema } from './schema/file.ts';
import { findingsOf } from './schema/issues.ts';
import { decode } from './source/decode.ts';
import type { Finding, Path, TextProblem } from './source/finding.ts';
import { readYaml } from './source/read.ts';
import { unsupportedIn } from './unsupported.ts';

export interface ParseOptions {
  /** Absolute path of the file; problems carry it. */
  readonly file: string;
  /** Of Holdpoint itself: for `${NAME}` and for what a server would inherit. */
  readonly environment: Environment;
  engine(name: EngineName): EngineDefinition;
}

export type ParseResult =
  | { readonly ok: true; readonly configuration: Configuration; readonly secrets: readonly Secret[] }
  | { readonly ok: false; readonly problems: readonly Problem[]; readonly text: string };

/** A file with more is not what it seems to be; reading on helps nobody. */
const MAX_PROBLEMS = 100;

/**
 * `holdpoint.yaml` from its bytes: the resolved configuration, or every problem at once, each with its place and what
 * would be right. Never throws, whatever the bytes are. `text` is what `formatProblems` shows lines of.
 */
export function parseConfiguration(bytes: Uint8Array, options: ParseOptions): ParseResult {
  const decoded = decode(bytes);
  if (!decoded.ok) return failed([decoded.problem], options, decoded.text);
  const { text } = decoded;
  const { tree, problems } = readYaml(text, isVerbatim);
  if (tree === null) return failed(problems, options, text);

  const locate = locator(text, tree);
  const place = (path: Path): Place => ({ file: options.file, ...locate({ path, at: 'key' }) });
  const valuePlace = (path: Path): Place => ({ file: options.file, ...locate({ path, at: 'value' }) });
  const draft = draftOf(tree.value, { engine: options.engine, place });
  const parsed = fileSchema.safeParse(tree.value);
  const unsupported = unsupportedIn(tree.value);
  const shape = parsed.success
    ? []
    : findingsOf(parsed.error.issues, tree.value).filter(
        ({ path }) => !unsupported.covered.some((covered) => startsWith(path, covered)),
      );
  const meaning = checkDraft(draft, options.environment, (path) => {
    const { line, column } = valuePlace(path);
    return `${line}:${column}`;
  });
  const findings = [...unsupported.findings, ...shape, ...meaning];
  if (problems.length > 0 || findings.length > 0 || !parsed.success) {
    return failed(
      [
        ...problems,
        ...consequencesLeftOut(
          findings.map((finding) => located(finding, locate)),
          problems,
        ),
      ],
      options,
      text,
    );
  }
  const configuration = resolveFile(parsed.data, draft, { ...options, place: valuePlace });
  return { ok: true, configuration, secrets: fileSecrets(configuration, draft, options.environment) };
}

/** Words of commands are text, whatever they look like: `0.10` stays `0.10`. */
function isVerbatim([section, key]: Path): boolean {
  return (section === 'service' && (key === 'command' || key === 'env')) || section === 'hooks';
}

function startsWith(path: Path, beginning: Path): boolean {
  return beginning.every((step, at) => path[at] === step);
}

function located(finding: Finding, locate: ReturnType<typeof locator>): TextProblem {
  return { position: locate(finding), message: finding.message, remedy: finding.remedy };
}

/** Where the text itself is wrong, what stands there was not read, so nothing else is said about it. */
function consequencesLeftOut(
  found: readonly TextProblem[],
  causes: readonly TextProblem[],
): readonly TextProblem[] {
  const places = new Set(causes.map(({ position }) => placeKey(position)));
  return found.filter(({ position }) => !places.has(placeKey(position)));
}

function placeKey(position: TextProblem['position']): string {
  return position === null ? '' : `${position.line}:${position.column}`;
}

/** In the order of the text, nothing said twice. */
function failed(problems: readonly TextProblem[], { file }: ParseOptions, text: string): ParseResult {
  const distinct = new Map(
    problems.map((problem) => [`${placeKey(problem.position)} ${problem.message}`, problem]),
  );
  const sorted = [...distinct.values()].sort((a, b) => lineOf(a) - lineOf(b) || columnOf(a) - columnOf(b));
  const shown = sorted.slice(0, MAX_PROBLEMS).map(
    ({ position, message, remedy }): Problem => ({
      file,
      line: position?.line ?? null,
      column: position?.column ?? null,
      message,
      remedy,
    }),
  );
  const more: readonly Problem[] =
    sorted.length <= MAX_PROBLEMS
      ? []
      : [
          {
            file,
            line: null,
            column: null,
            message: `more than ${MAX_PROBLEMS} problems`,
            remedy: 'correct these first',
          },
        ];
  return { ok: false, problems: [...shown, ...more], text };
}

const lineOf = ({ position }: TextProblem) => position?.line ?? 0;
const columnOf = ({ position }: TextProblem) => position?.column ?? 0;
