import type { Figure, Row } from './row.ts';
import { freePort, Scene } from './support/scene.ts';
import { fixtureService, REAL_MODEL, REAL_SERVER, realService } from './support/servers.ts';

const SETTINGS = 4;

export const memory: Row = {
  name: 'memory',
  how: `Largest resident memory (VmHWM) of a \`holdpoint sweep --json\` process over ${SETTINGS} settings, each started, measured at 1 and 4 requests at once, and stopped; on the real llama-server with a tiny model where it is there, and on the fixture server`,
  async measure() {
    const figures: Figure[] = [await swept('fixture server', fixtureService)];
    if (REAL_SERVER !== null && REAL_MODEL !== null)
      figures.push(await swept('real llama-server', realService));
    return figures;
  },
};

async function swept(what: string, service: typeof realService): Promise<Figure> {
  const scene = new Scene();
  try {
    const workload = {
      name: 'w',
      prompts: 'builtin:chat',
      api: 'completions',
      concurrency: [1, 4],
      requests: 8,
      max_tokens: 32,
    };
    scene.write({ ...service(scene, await freePort(), SETTINGS), workloads: [workload] });
    const ran = await scene.sweep();
    return {
      what: `a running sweep, ${what}`,
      value: ran.peak_mb,
      unit: 'MB',
      limit: 120,
      noise: 'one run; a high-water mark',
      detail: `${scene.journal().length} records in ${(ran.wall_ms / 1000).toFixed(0)} s; Holdpoint itself took ${(ran.cpu_ms / 1000).toFixed(1)} s of CPU`,
    };
  } finally {
    scene.remove();
  }
}
