import { type Check, ok, type Patient, unknown, warning } from './check.ts';

const REMEDY =
  'only `holdpoint eval` with code needs it, and refuses without: there is no way to run such code bare';

/** Tried for real. */
export async function sandbox({ sandbox: tried }: Patient): Promise<Check> {
  if (tried === undefined) return unknown('sandbox', 'not looked at: a simulated host runs no code');
  const obstacle = await tried.obstacle();
  return obstacle === null
    ? ok('sandbox', `${tried.name} holds: code that a model wrote can run in it`)
    : warning('sandbox', obstacle, REMEDY);
}
