import { defineConfig } from 'tsdown';

/** One entry; whatever is imported lazily (commands, the configuration's schema, YAML) stays in a chunk of its own. */
export default defineConfig({
  entry: { cli: 'src/cli/main.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  outDir: 'dist',
  clean: true,
  dts: false,
  minify: false,
  sourcemap: false,
  fixedExtension: true,
  deps: { skipNodeModulesBundle: true },
  logLevel: 'warn',
});
