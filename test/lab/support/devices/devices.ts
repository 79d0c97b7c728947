import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SCRIPT = join(import.meta.dirname, 'nvidia-smi.sh');

/** Eight devices that are a folder, and the nvidia-smi that reads it. What happens to either is said by the test. */
export class Devices {
  /** Who holds memory; in memory itself, so that a power cut empties it. */
  readonly held: string;
  readonly tool: string;
  readonly #folder: string;

  /** `folder`: seen by both machines under this path. `name`: part of the UUIDs, as devices are locked by these. */
  constructor(folder: string, name: string) {
    const held = `/run/devices-${name}`;
    this.#folder = join(folder, 'devices');
    this.held = held;
    this.tool = join(this.#folder, 'nvidia-smi');
    mkdirSync(this.#folder, { recursive: true });
    const text = readFileSync(SCRIPT, 'utf8')
      .replace('held=HELD', `held=${held}`)
      .replace('uuids=NAME', `uuids=${name}`)
      .replace('rules=RULES', `rules=${join(this.#folder, 'rules')}`);
    writeFileSync(this.tool, text, { mode: 0o755 });
  }

  /** From now on: `kept=5` (never back on that device), `unavailable=2`, `lost=3`, `hangs=1`, `broken="words" code=9`. */
  rule(text: string): void {
    const beside = join(this.#folder, '.rules');
    writeFileSync(beside, `${text}\n`);
    renameSync(beside, join(this.#folder, 'rules'));
  }

  /** All is well again, and the tool is where it was. */
  heal(): void {
    rmSync(join(this.#folder, 'rules'), { force: true });
    if (!this.#isThere()) renameSync(`${this.tool}.away`, this.tool);
    chmodSync(this.tool, 0o755);
  }

  takeToolAway(): void {
    renameSync(this.tool, `${this.tool}.away`);
  }

  takeRightsAway(): void {
    chmodSync(this.tool, 0o644);
  }

  #isThere(): boolean {
    try {
      readFileSync(this.tool);
      return true;
    } catch {
      return false;
    }
  }
}
