import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'tsdown';

const ENTRY = join(import.meta.dirname, 'serve.ts');

/**
 * Puts the server of `serve.ts` into a folder, as the interpreter of a Python installation would be there. The path of
 * `python3`, which then answers to `-m sglang.launch_server`.
 */
export async function makeProgram(folder: string): Promise<string> {
  await build({
    config: false,
    entry: { serve: ENTRY },
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    outDir: folder,
    clean: false,
    dts: false,
    fixedExtension: true,
    logLevel: 'warn',
    deps: { alwaysBundle: [/.*/] },
  });
  const python = join(folder, 'python3');
  writeFileSync(python, `#!${process.execPath}\nimport(${JSON.stringify(join(folder, 'serve.mjs'))});\n`, {
    mode: 0o755,
  });
  return python;
}
