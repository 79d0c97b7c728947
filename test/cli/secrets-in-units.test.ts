import { expect, test } from 'vitest';
import { assignment, execStart } from '../../src/adapters/supervisor/systemd/quote.ts';
import { unitRedactor } from '../../src/cli/promote/secrets-in-units.ts';
import { ports } from '../run/doctor/patient.ts';
import { storedRun } from './run-folder.ts';

test.each(['sk-plain-0123', 'p%c$n"t\\0123', 'a$b$c$d'])(
  '%s is in no text of a unit that is shown',
  (key) => {
    const { plan } = storedRun();
    const base = { ...plan.base, argv: ['/server', '--api-key', key], env: { HF_TOKEN: `${key}-env` } };
    const credentials = { witnessed: false, headers: () => ({}), secrets: () => [] };
    const { text } = unitRedactor(ports({ credentials }), [{ ...plan, base }]);
    const unit = `ExecStart=${execStart(base.argv)}\nEnvironment=${assignment('HF_TOKEN', base.env.HF_TOKEN)}`;
    const shown = text(unit).replace(/#\d/g, '');
    expect(shown).toBe(
      'ExecStart="/server" "--api-key" "{secret: --api-key}"\nEnvironment="HF_TOKEN={secret: HF_TOKEN}"',
    );
  },
);
