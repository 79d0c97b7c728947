// Lets this Node run the project's TypeScript: `node --import ./scripts/ts.mjs bench/main.ts`. Types are only taken off,
// as newer versions of Node do by themselves.
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const isBuiltIn = Boolean(Reflect.get(process.features, 'typescript'));
if (isMainThread && !isBuiltIn) register(import.meta.url);

/** @type {import('typescript') | undefined} */
let typescript;

/**
 * @param {string} url
 * @param {import('node:module').LoadHookContext} context
 * @param {(url: string, context: import('node:module').LoadHookContext) => unknown} next
 */
export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context);
  typescript ??= (await import('typescript')).default;
  const { ModuleKind, ScriptTarget } = typescript;
  const compilerOptions = {
    module: ModuleKind.ESNext,
    target: ScriptTarget.ES2023,
    verbatimModuleSyntax: true,
    inlineSourceMap: true,
  };
  const text = await readFile(fileURLToPath(url), 'utf8');
  const { outputText } = typescript.transpileModule(text, { compilerOptions, fileName: fileURLToPath(url) });
  return { format: 'module', source: outputText, shortCircuit: true };
}
