import { expect, test } from 'vitest';
import { documentSchemas } from '../../src/core/documents/index.ts';
import { SCHEMA_NAMES } from '../../src/core/documents/json-schema.ts';
import { sweep } from '../report/fixtures.ts';
import { projectFolder } from './files.ts';
import { holdpoint, temporaryFolder } from './harness.ts';
import { ID, RunFolder } from './run-folder.ts';
import { runServices } from './services.ts';

test('without a name the names, one a line', async () => {
  expect((await holdpoint(['schema'])).stdout.trimEnd().split('\n')).toEqual(SCHEMA_NAMES);
});

test.each(SCHEMA_NAMES)('%s is a JSON Schema', async (name) => {
  const { code, stdout } = await holdpoint(['schema', name]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ $schema: expect.stringContaining('json-schema.org') });
});

test('an unknown name: exit 2 with the list', async () => {
  const { code, stderr } = await holdpoint(['schema', 'swep']);
  expect(code).toBe(2);
  expect(stderr).toContain('did you mean `sweep`?');
  expect(stderr).toContain('holdpoint.v1');
});

test('what commands print keeps the schemas: errors, plan, sweep', async () => {
  const { envelope, fault, plan, sweep: sweepSchema } = documentSchemas;
  const cwd = projectFolder();
  const printed = [
    (await holdpoint(['plan', '--json'], { cwd })).json(),
    (await holdpoint(['sweep', '--oops', '--json'])).json(),
  ];
  const home = temporaryFolder();
  const { dir } = new RunFolder(home);
  const world = runServices({
    document: sweep({ id: ID, dir }),
    fault: sweep().trials[2]?.fault ?? null,
    exit_code: 12,
  });
  printed.push((await holdpoint(['resume', '--dir', home, '--json'], world)).json());
  for (const document of printed) envelope.parse(document);
  plan.parse(printed[0]?.data);
  fault.parse(printed[1]?.error);
  sweepSchema.parse(printed[2]?.data);
});
