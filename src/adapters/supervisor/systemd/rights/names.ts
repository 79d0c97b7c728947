/** Who asks for rights on what. */
export interface Subject {
  readonly user: string;
  /** Whole name: `sglang.service`. */
  readonly unit: string;
}

/** The verbs of polkit that a sweep needs. `restart` is none of them: between stop and start stands a hold point. */
export const VERBS = ['start', 'stop', 'kill', 'reset-failed'] as const;

export type Verb = (typeof VERBS)[number];

/** A file name for this user and unit alone; sudo leaves out files with a dot in their name. */
export function fileNameOf({ user, unit }: Subject): string {
  const plain = (text: string) =>
    text.replace(/[^A-Za-z0-9-]/g, (character) => `_${character.charCodeAt(0).toString(16)}`);
  return `holdpoint-${plain(user)}-${plain(unit.replace(/\.service$/, ''))}`;
}
