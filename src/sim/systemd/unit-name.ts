const VALID = /^[a-zA-Z0-9:_.\\@-]{1,255}$/;
const SUFFIX = /\.(?:service|socket|device|mount|automount|swap|target|path|timer|slice|scope)$/;

/** A name as given on a command line, with `.service` where it has no type; what a name cannot hold is escaped. */
export function unitName(text: string): string {
  const whole = SUFFIX.test(text) ? text : `${text}.service`;
  if (VALID.test(whole)) return whole;
  return whole.replace(/[^a-zA-Z0-9:_.\\@-]/g, (character) =>
    character === '/' ? '-' : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}
