// Lets this Node run the project's TypeScript: `node --import ./scripts/ts.mjs bench/main.ts`. Types are only taken off,
// as newer versions of Node do by themselves.
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.features.typescript === undefined) register(import.meta.url);

let typescript;

/**
 * @param {string} url
 * @param {object} context
 * @param {Function} next
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
