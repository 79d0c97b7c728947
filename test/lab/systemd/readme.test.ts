import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeReal, requireReal } from '../../helpers/real-things.ts';
import { Machine } from '../support/systemd/machine.ts';
import { systemScope } from '../support/systemd/scope.ts';
import { UnitScene, type UnitSceneOptions } from '../support/systemd/unit-scene.ts';

const CHECKOUT = resolve(import.meta.dirname, '../../..');
const COMMAND_LINE = join(CHECKOUT, 'dist/cli.mjs');
const FIXTURE = join(CHECKOUT, 'test/lab/fixtures/slots-in-turn.mjs');
const UNIT_OF_README = 'llm.service';

/** On a machine with much else to do. */
const LONG_MS = 600_000;
const QUESTION = 'Go on? [y/N]';

/** A script that its first line starts, as those of Python engines are: the kernel shows other words than the unit. */
const slotsInTurn: UnitSceneOptions['service'] = ({ dir, port }) => {
  const server = join(dir, 'llama-server');
  const text = `#!${process.execPath}\nimport(${JSON.stringify(FIXTURE)});\n`;
  writeFileSync(server, text, { mode: 0o755 });
  const model = join(dir, 'counting.gguf');
  writeFileSync(model, 'GGUF');
  return { command: [server, '-m', model, '--port', String(port), '-np', '1'] };
};

/** The commands for a unit, as they stand in the README. */
function commandsOfReadme(): readonly string[] {
  const text = readFileSync(join(CHECKOUT, 'README.md'), 'utf8');
  const block = /```sh\n(npx holdpoint init --from-unit [\s\S]*?)```/.exec(text)?.[1] ?? '';
  return block
    .trim()
    .split('\n')
    .map((line) => line.replace(/\s*#.*$/, ''));
}

describeReal(['systemd', 'script'], 'the way of the README, on a fresh systemd', () => {
  let machine: Machine;
  let scene: UnitScene;
  beforeAll(async () => {
    machine = await Machine.start();
  });
  afterEach(() => scene.remove());
  afterAll(async () => {
    await machine.end();
  });

  /** On a terminal, where every question is answered with a yes. */
  function onTerminal(folder: string, command: string): Promise<{ code: number | null; text: string }> {
    const within = [
      ...machine.within,
      'env',
      `--chdir=${folder}`,
      'TERM=xterm',
      'COLUMNS=100',
      `HOME=${folder}`,
    ];
    const line = [...within, `PATH=${process.env['PATH']}`, 'sh', '-c', `'${command}'`].join(' ');
    const terminal = spawn(requireReal('script'), ['-qfec', line, '/dev/null']);
    let text = '';
    terminal.stdout.on('data', (piece: Buffer) => {
      const asked = text.includes(QUESTION);
      text += piece.toString('utf8');
      if (!asked && text.includes(QUESTION)) terminal.stdin.write('y\n');
    });
    return new Promise((done) => terminal.on('close', (code) => done({ code, text })));
  }

  test('init, doctor, plan, sweep, promote: word for word', { timeout: LONG_MS }, async () => {
    scene = await UnitScene.make({ machine, scope: systemScope(machine), service: slotsInTurn });
    const folder = join(scene.dir, 'fresh');
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
    symlinkSync(COMMAND_LINE, join(folder, 'node_modules/.bin/holdpoint'));
    const commands = commandsOfReadme();
    expect(commands.map((line) => line.split(' ')[2])).toEqual([
      'init',
      'doctor',
      'plan',
      'sweep',
      'promote',
    ]);
    const said: string[] = [];
    for (const line of commands) {
      const ran = await onTerminal(folder, line.replace(UNIT_OF_README, `llm-${scene.port}.service`));
      said.push(ran.text);
      expect([line, ran.code, ran.text]).toEqual([line, 0, expect.any(String)]);
    }
    expect(said[3]).toMatch(/winner slots=\d: .* nothing left to do/);
    const winner = /winner slots=(\d)/.exec(said[3] ?? '')?.[1];
    expect(scene.unit().servers).toEqual([
      expect.stringMatching(new RegExp(` (-np|--parallel) ${winner}\\b`)),
    ]);
    expect(scene.unit().file).toBe(scene.found.file);
  });
});
