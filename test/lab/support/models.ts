import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const WRITER = join(import.meta.dirname, '../../../scripts/gguf/model.mjs');

/** Longer than any test: a server that was trained for it can be asked for a huge context. */
const LONG = 16_777_216;

const RECIPES = {
  count: { ctx: LONG },
  /** Says ` 1 1 1 1 ...`. */
  once: { cycle: 1 },
  draft: { layers: 1, ff: 128 },
  /** Right about half of the time. */
  'bad-draft': { layers: 1, ff: 128, agree: 0.5 },
  /** Of 32-bit floats: reading it costs so much that four sequences, or drafted tokens, share one pass. 75 MB. */
  wide: { layers: 1, dim: 768, ff: 7168, cycle: 1000, type: 'f32' },
  /** Disagrees with \`wide\` after one number in five. */
  'wide-draft': { layers: 1, ff: 128, cycle: 1000, agree: 0.8 },
  /** As many tokens as the target, other texts. */
  foreign: { layers: 1, ff: 128, vocab: 'marked' },
  /** Its bytes are no text: the engine answers 500. */
  random: { mode: 'random' },
} as const;

export type ModelName = keyof typeof RECIPES | 'truncated' | 'missing';

/** Tiny models, each written when it is first asked for. */
export class Models {
  readonly #folder: string;

  constructor(within = tmpdir()) {
    this.#folder = mkdtempSync(join(within, 'holdpoint-lab-models-'));
  }

  async file(name: ModelName): Promise<string> {
    const file = join(this.#folder, `${name}.gguf`);
    if (name === 'missing' || existsSync(file)) return file;
    if (name === 'truncated') {
      copyFileSync(await this.file('count'), file);
      truncateSync(file, Math.floor(statSync(file).size / 2));
      return file;
    }
    const writer = (await import(WRITER)) as { writeModel(file: string, options: object): unknown };
    writer.writeModel(file, RECIPES[name]);
    return file;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
