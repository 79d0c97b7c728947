import type { ServiceManager } from '../manager.ts';
import { MANAGER_ENVIRONMENT } from '../service/environment-block.ts';
import { ACTIVE_STATES } from '../service/state.ts';
import { failed, printed, type ToolResult } from '../tool-result.ts';
import { unitName } from '../unit-name.ts';
import { VERSION_TEXT } from '../version.ts';
import { type CommandLine, readCommandLine } from './command-line.ts';
import { changedOnDisk, runJobs } from './job-verbs.ts';
import { PropertyPrinter } from './show.ts';
import { statusText } from './status.ts';
import {
  isEnabled,
  isInState,
  killUnits,
  listJobs,
  printFiles,
  resetFailed,
  setEnabled,
} from './unit-verbs.ts';

type Verb = (line: CommandLine) => ToolResult | Promise<ToolResult>;

const WITHOUT_UNITS = new Set([
  'daemon-reload',
  'reset-failed',
  'list-jobs',
  'show-environment',
  'is-system-running',
]);

/** The same few questions are asked thousands of times. */
const KEPT_COMMAND_LINES = 100;

/** systemctl of a simulated machine: what it prints and how it ends. Scopes are accepted and are all the system's. */
export class Systemctl {
  readonly #manager: ServiceManager;
  readonly #printer: PropertyPrinter;
  readonly #read_before = new Map<string, CommandLine | string>();
  readonly #verbs: Readonly<Record<string, Verb>>;

  constructor(manager: ServiceManager) {
    this.#manager = manager;
    this.#printer = new PropertyPrinter(manager);
    this.#verbs = {
      show: (line) => this.#show(line),
      status: (line) => this.#status(line),
      start: (line) => runJobs(manager, 'start', line),
      stop: (line) => runJobs(manager, 'stop', line),
      restart: (line) => runJobs(manager, 'restart', line),
      kill: (line) => killUnits(manager, line),
      cat: (line) => printFiles(manager, line),
      enable: (line) => setEnabled(manager, line),
      disable: (line) => setEnabled(manager, line),
      'is-active': (line) => isInState(manager, line, 'active'),
      'is-failed': (line) => isInState(manager, line, 'failed'),
      'is-enabled': (line) => isEnabled(manager, line),
      'reset-failed': (line) => resetFailed(manager, line),
      'list-jobs': () => listJobs(manager),
      'daemon-reload': () => {
        manager.daemonReload();
        return printed('');
      },
      'show-environment': () =>
        printed(
          Object.entries(MANAGER_ENVIRONMENT)
            .map(([name, value]) => `${name}=${value}\n`)
            .join(''),
        ),
      'is-system-running': () => this.#systemState(),
    };
  }

  /** @param argv the arguments, without the program's own name */
  async run(argv: readonly string[]): Promise<ToolResult> {
    const line = this.#read(argv);
    if (typeof line === 'string') return failed(1, line);
    if (line.version) return printed(VERSION_TEXT);
    if (line.verb === null) return failed(1, 'Listing units is not simulated.');
    const verb = this.#verbs[line.verb];
    if (verb === undefined) return failed(1, `Unknown command verb ${line.verb}.`);
    if (line.words.length === 0 && !WITHOUT_UNITS.has(line.verb)) return failed(1, 'Too few arguments.');
    return await verb(line);
  }

  #read(argv: readonly string[]): CommandLine | string {
    const key = argv.join('\0');
    const known = this.#read_before.get(key);
    if (known !== undefined) return known;
    if (this.#read_before.size >= KEPT_COMMAND_LINES) this.#read_before.clear();
    const line = readCommandLine(argv);
    this.#read_before.set(key, line);
    return line;
  }

  #show({ words, properties, value_only, time_style }: CommandLine): ToolResult {
    const blocks: string[] = [];
    for (const word of words) {
      const name = unitName(word);
      if (/@\./.test(name))
        return failed(
          1,
          `Failed to get properties: Unit name ${name} is neither a valid invocation ID nor unit name.`,
        );
      blocks.push(this.#printer.print(this.#manager.unit(name), properties, value_only, time_style));
    }
    return printed(blocks.join('\n'));
  }

  #status({ words, lines }: CommandLine): ToolResult {
    const blocks: string[] = [];
    let stderr = '';
    let code = 0;
    for (const name of words.map(unitName)) {
      const service = this.#manager.unit(name);
      const active = ACTIVE_STATES[service.state];
      if (service.unit.load_state === 'not-found' && active === 'inactive') {
        stderr += `Unit ${name} could not be found.\n`;
        code ||= 4;
        continue;
      }
      if (this.#manager.needsReload(service)) stderr += changedOnDisk(name);
      if (active !== 'active') code ||= 3;
      blocks.push(statusText(this.#manager, service, lines));
    }
    return { code, stdout: blocks.join('\n'), stderr };
  }

  #systemState(): ToolResult {
    const degraded = this.#manager.services().some(({ state }) => state === 'failed');
    return printed(degraded ? 'degraded\n' : 'running\n', degraded ? 1 : 0);
  }
}
