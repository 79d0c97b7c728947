import { dirname, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { countingText } from '../../../scripts/gguf/predict.mjs';
import { lookFor } from '../../helpers/look-for.ts';
import { type Lab, OURS } from '../lab.ts';
import { workersIn } from './processes.ts';

const SCRIPTS = join(import.meta.dirname, '../../../scripts');

/** A start takes half a minute of two free cores, and minutes of busy ones. */
export const PATIENCE = { timeout: 1_200_000 };
export const TOKENS = 8;

interface Launch {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

interface EngineScripts {
  launch(name: string, folder: string, server: { readonly model: string; readonly port: number }): Launch;
}

/** A real vLLM or SGLang on the lab's port, with the counting model. */
export class PythonEngine {
  readonly #name: 'vllm' | 'sglang';
  readonly #lab: Lab;
  readonly launch: Launch;
  #has_foreign = false;

  private constructor(name: 'vllm' | 'sglang', lab: Lab, launch: Launch) {
    this.#name = name;
    this.#lab = lab;
    this.launch = launch;
  }

  /** `cycle`: how many numbers the model knows; after the last comes 1 again. Absent: more than any answer has. */
  static async of(name: 'vllm' | 'sglang', lab: Lab, shape: { cycle?: number } = {}): Promise<PythonEngine> {
    const found = lookFor(name);
    if ('missing' in found) throw new Error(found.missing);
    const { launch } = (await import(join(SCRIPTS, 'engine/python/engines.mjs'))) as EngineScripts;
    const models = (await import(join(SCRIPTS, 'hf/model.mjs'))) as {
      writeHfModel(folder: string, shape: { cycle?: number }): unknown;
    };
    const model = join(lab.folder, 'tiny');
    models.writeHfModel(model, shape);
    const engine = new PythonEngine(
      name,
      lab,
      launch(name, dirname(dirname(found.path)), { model, port: lab.port }),
    );
    onTestFinished(() => engine.#end());
    return engine;
  }

  /** A whole file: what a test says over what all have in common. */
  configuration(own: Readonly<Record<string, unknown>>, argv = this.launch.argv): object {
    const { env } = this.launch;
    const service = {
      kind: 'process',
      command: argv,
      cwd: this.#lab.folder,
      env: { [OURS]: this.#lab.mark, ...env },
    };
    return this.#lab.configuration(argv, {
      service,
      engine: this.#name,
      workloads: [
        {
          name: 'w',
          prompts: 'builtin:count',
          api: 'completions',
          requests: 4,
          max_tokens: TOKENS,
          expect: countingText(TOKENS),
        },
      ],
      ...own,
      limits: { load: '600s', quiet: '120s', stop: '60s', release: '30s', ...(own['limits'] ?? {}) },
    });
  }

  /** A server of somebody else with this very command; ready when this resolves. */
  async foreign(): Promise<{ readonly pid: number }> {
    this.#has_foreign = true;
    const words = Object.entries(this.launch.env).map(([name, value]) => `${name}=${value}`);
    const process = this.#lab.foreign(['env', ...words, ...this.launch.argv]);
    for (;;) {
      const { status } = await fetch(`${this.#lab.url}/health`).catch(() => ({ status: 0 }));
      if (status === 200) return process;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  /** Cores and workers outlive a killed API server, and carry no mark that the lab could find. */
  #end(): void {
    const left = workersIn(this.#lab.folder);
    for (const pid of left) process.kill(pid, 'SIGKILL');
    if (!this.#has_foreign) expect(left, 'processes of the engine left behind').toEqual([]);
  }
}
