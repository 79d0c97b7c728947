import { cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../../..');

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2023,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
};

/**
 * Source files, and what they import, as plain JavaScript in a new folder beside the fixture programs: for tests that
 * need Holdpoint in a process of its own, to kill it or to race it. Returns the folder; the caller removes it.
 */
export async function compiled(...entries: string[]): Promise<string> {
  const target = await mkdtemp(join(tmpdir(), 'holdpoint-compiled-'));
  await writeFile(join(target, 'package.json'), '{"type":"module"}');
  await cp(join(ROOT, 'test/fixtures/programs'), target, { recursive: true });
  const open = [...entries];
  const done = new Set<string>();
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (done.has(file)) continue;
    done.add(file);
    const { outputText } = ts.transpileModule(await readFile(join(ROOT, file), 'utf8'), {
      compilerOptions: OPTIONS,
    });
    const to = join(target, file.replace(/\.ts$/, '.js'));
    await mkdir(dirname(to), { recursive: true });
    await writeFile(to, outputText);
    for (const [, path = ''] of outputText.matchAll(/from ['"](\.[^'"]+)\.js['"]/g)) {
      open.push(join(dirname(file), `${path}.ts`));
    }
  }
  return target;
}
