import type { Host } from '../../../ports/host.ts';
import { CARDS, line } from './kernel-files.ts';
import { busIdIn } from './row.ts';

/** PCI addresses of the cards on one of whose connectors a screen is driven. */
export async function displaysOf(host: Host): Promise<ReadonlySet<string>> {
  const names = ((await host.list(CARDS)) ?? []).filter((name) => /^card\d+-/.test(name));
  const drawn = await Promise.all(
    names.map(async (name) => {
      if ((await line(host, `${CARDS}/${name}/enabled`)) !== 'enabled') return null;
      const card = name.slice(0, name.indexOf('-'));
      return busIdIn((await host.file(`${CARDS}/${card}/device`))?.real_path.split('/').at(-1));
    }),
  );
  return new Set(drawn.filter((bus_id) => bus_id !== null));
}
