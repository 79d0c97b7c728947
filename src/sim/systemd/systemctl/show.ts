import type { ServiceManager } from '../manager.ts';
import type { Service } from '../service/service.ts';
import { PROPERTIES, type Property, type PropertySource, type TimeStyle } from './properties.ts';

const BY_NAME = new Map(PROPERTIES.map((property, index) => [property.name, index]));

/** Texts of `systemctl show`. What a unit says is kept until the unit changes, since it is asked thousands of times. */
export class PropertyPrinter {
  readonly #manager: ServiceManager;
  readonly #chosen = new WeakMap<readonly string[], readonly Property[]>();
  readonly #kept = new WeakMap<Service, Map<string, string>>();

  constructor(manager: ServiceManager) {
    this.#manager = manager;
    manager.watch((service) => this.#kept.delete(service));
  }

  /**
   * The block of one unit, in systemd's order whatever order was asked.
   *
   * @param wanted names; unknown ones are dropped without a word. null: all that are not empty.
   */
  print(service: Service, wanted: readonly string[] | null, value_only: boolean, style: TimeStyle): string {
    const manager = this.#manager;
    const source: PropertySource = {
      service,
      job: manager.job(service),
      uid: manager.machine.kernel.process(service.main_pid)?.uid ?? null,
      needsReload: () => manager.needsReload(service),
    };
    let text = '';
    for (const property of this.#choose(wanted)) {
      const block = this.#block(property, source, value_only, style);
      if (wanted !== null || !block.endsWith('=\n')) text += block;
    }
    return text;
  }

  #choose(wanted: readonly string[] | null): readonly Property[] {
    if (wanted === null) return PROPERTIES;
    const known = this.#chosen.get(wanted);
    if (known !== undefined) return known;
    const properties = chosen(wanted);
    this.#chosen.set(wanted, properties);
    return properties;
  }

  #block(property: Property, source: PropertySource, value_only: boolean, style: TimeStyle): string {
    if (property.live === true) return linesOf(property, source, value_only, style);
    const key = `${property.name} ${value_only} ${style}`;
    let kept = this.#kept.get(source.service);
    if (kept === undefined) {
      kept = new Map();
      this.#kept.set(source.service, kept);
    }
    const known = kept.get(key);
    if (known !== undefined) return known;
    const block = linesOf(property, source, value_only, style);
    kept.set(key, block);
    return block;
  }
}

function linesOf(
  { name, read }: Property,
  source: PropertySource,
  value_only: boolean,
  style: TimeStyle,
): string {
  return read(source, style)
    .map((value) => (value_only ? `${value}\n` : `${name}=${value}\n`))
    .join('');
}

function chosen(wanted: readonly string[]): readonly Property[] {
  return wanted
    .flatMap((name) => BY_NAME.get(name) ?? [])
    .sort((one, other) => one - other)
    .filter((index, at, all) => index !== all[at - 1])
    .flatMap((index) => PROPERTIES[index] ?? []);
}
