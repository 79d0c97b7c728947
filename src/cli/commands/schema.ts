import { suggest } from '../../core/config/did-you-mean.ts';
import { allJsonSchemas, SCHEMA_NAMES } from '../../core/documents/json-schema.ts';
import { FaultError, fault } from '../../core/fault.ts';
import type { CommandFunction } from '../command.ts';
import { printEnvelope } from '../envelope.ts';

export const schema: CommandFunction = async (context, { operands, options }) => {
  const [name] = operands;
  if (name === undefined) {
    if (options.json) printEnvelope(context, { command: 'schema', data: { names: SCHEMA_NAMES } });
    else context.stdout.write(SCHEMA_NAMES.map((known) => `${known}\n`).join(''));
    return;
  }
  if (!SCHEMA_NAMES.includes(name)) {
    const hint = `${suggest(name, SCHEMA_NAMES)} (all: ${SCHEMA_NAMES.join(', ')})`;
    throw new FaultError(fault('usage', `no schema \`${name}\``, { hint }));
  }
  const document = allJsonSchemas()[name] ?? {};
  if (options.json) printEnvelope(context, { command: 'schema', data: document });
  else context.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
};
