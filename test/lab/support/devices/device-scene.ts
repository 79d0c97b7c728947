import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { UnitSceneOptions } from '../systemd/unit-scene.ts';
import { Devices } from './devices.ts';
import { serverCommand, serverEnvironment, storyFile } from './story.ts';

/** The SGLang-like server over eight devices as the service of a scene. `python`: of `makeProgram`. */
export function deviceService(python: string): UnitSceneOptions['service'] {
  return ({ dir, port, unit }) => {
    const devices = new Devices(dir, String(port));
    const faults = join(dir, 'faults');
    mkdirSync(faults);
    const environment = serverEnvironment({ speed: 300, held: devices.held, faults });
    return {
      command: serverCommand(python, port),
      more: ['RestartSec=1', 'TimeoutStopSec=20', ...environment],
      file: JSON.stringify(storyFile({ unit, port, tool: devices.tool })),
    };
  };
}
