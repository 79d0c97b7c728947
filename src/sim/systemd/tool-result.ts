/** What a finished tool leaves: exit code and texts. */
export interface ToolResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export type Tool = (argv: readonly string[]) => Promise<ToolResult>;

/** One line on stderr. */
export function failed(code: number, stderr: string): ToolResult {
  return { code, stdout: '', stderr: `${stderr}\n` };
}

export function printed(stdout: string, code = 0): ToolResult {
  return { code, stdout, stderr: '' };
}
