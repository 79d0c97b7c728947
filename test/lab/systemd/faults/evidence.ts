import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../../../../docs/evidence/systemd-faults.md', import.meta.url));
export const WHOLE = process.env['WHOLE_TABLE'] === '1';

const HEAD = `# What a real systemd and its devices can do, and what Holdpoint makes of it

DATE. A machine of its own with a real systemd and journald; a \`Type=simple\` unit that runs the SGLang-like server of
the simulator as a program over real sockets, 300 times as fast as life, with eight real ranks in its control group; a
scripted nvidia-smi, whose memory comes back late and on each device at another time. One setting (b16k4w2k) over the
unit of the story. Each row is a test. Whether the original is back is asked from the machine, not from Holdpoint: files by
the byte, \`systemctl show\`, command and environment of the main process, health on the port. Written by

\`\`\`sh
WHOLE_TABLE=1 UPDATE_EVIDENCE=1 npx vitest run --project lab test/lab/systemd/faults
\`\`\`

| fault | on the machine | name given | what Holdpoint did | setting | exit | original |
|---|---|---|---|---|---|---|
`;

/** The lines of the table as they come, in the order in which they are announced. */
export class Evidence {
  readonly #lines = new Map<string, string | null>();

  announce(name: string): void {
    this.#lines.set(name, null);
  }

  add(name: string, cells: readonly string[]): void {
    this.#lines.set(name, `| ${[name, ...cells].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  }

  get complete(): boolean {
    return [...this.#lines.values()].every((line) => line !== null);
  }

  /** Lines that came and do not stand in the file, which is written anew where the whole table came and that is asked for. */
  differing(): readonly string[] {
    const lines = [...this.#lines.values()].filter((line) => line !== null);
    const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
    const differing = lines.filter((line) => !before.split('\n').includes(line));
    if (process.env['UPDATE_EVIDENCE'] !== '1' || !this.complete || !WHOLE) return differing;
    const date = /^(\d{4}-\d\d-\d\d)\. /m.exec(before)?.[1] ?? '';
    const text = (day: string) => `${HEAD.replace('DATE', day)}${lines.join('\n')}\n`;
    if (before !== text(date)) writeFileSync(FILE, text(new Date().toISOString().slice(0, 10)));
    return [];
  }
}
