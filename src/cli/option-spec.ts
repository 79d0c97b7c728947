/** One option of a command, in the notation of its help: `-f, --file <path>`. */
export interface OptionSpec {
  readonly flags: string;
  readonly text: string;
  readonly kind: 'switch' | 'text' | 'number' | 'list';
  readonly choices?: readonly string[];
}

export const text = (flags: string, description: string): OptionSpec => ({
  flags,
  text: description,
  kind: 'text',
});
export const number = (flags: string, description: string): OptionSpec => ({
  flags,
  text: description,
  kind: 'number',
});
export const on = (flags: string, description: string): OptionSpec => ({
  flags,
  text: description,
  kind: 'switch',
});
export const list = (flags: string, description: string): OptionSpec => ({
  flags,
  text: description,
  kind: 'list',
});
