import { defineConfig } from 'tsdown';

/**
 * One entry, and that of the threads which make load; whatever is imported lazily (commands, the configuration's schema,
 * YAML) stays in a chunk of its own.
 */
export default defineConfig({
  entry: { cli: 'src/cli/main.ts', 'load-thread': 'src/load/senders/thread.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  outDir: 'dist',
  clean: true,
  dts: false,
  minify: false,
  sourcemap: false,
  fixedExtension: true,
  // a few small functions of many small packages (docs/adr/0019): nobody is to install all of these
  deps: { onlyBundle: [/^@stdlib\//, 'debug', 'ms'] },
  logLevel: 'warn',
});
