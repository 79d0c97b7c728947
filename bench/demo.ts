import type { Figure, Row } from './row.ts';
import { holdpoint } from './support/command.ts';
import { Scene } from './support/scene.ts';

const TARGET_S = 45;

export const demo: Row = {
  name: 'demo',
  how: `\`holdpoint demo\` of the built CLI as a process without a terminal: the two scripts, then the whole sweep of the story at the speed that people watch. Its length is made by its pace, not by the machine; it should be about ${TARGET_S} s`,
  async measure() {
    const scene = new Scene();
    try {
      const ran = await holdpoint(['demo'], scene.dir);
      if (ran.code !== 0) throw new Error(`the demo ended with ${ran.code}: ${ran.stderr}`);
      return [
        {
          what: 'the demo',
          value: ran.wall_ms / 1000,
          unit: 's',
          limit: 60,
          noise: 'one run',
          detail: `target ${TARGET_S} s; CPU ${(ran.cpu_ms / 1000).toFixed(1)} s, largest resident memory ${ran.peak_mb.toFixed(0)} MB`,
        },
      ] satisfies Figure[];
    } finally {
      scene.remove();
    }
  },
};
