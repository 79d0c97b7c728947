import type { LoadedUnit } from '../unit-file/load-unit.ts';

export type Wording = 'starting' | 'started' | 'start_failed' | 'stopping' | 'stopped';

/** `Started llm.service - LLM server.`, the manager's sentence about a job. */
export function longName(wording: Wording, { name, definition }: LoadedUnit): string {
  const unit = definition.description === null ? name : `${name} - ${definition.description}`;
  switch (wording) {
    case 'starting':
      return `Starting ${unit}...`;
    case 'started':
      return `Started ${unit}.`;
    case 'start_failed':
      return `Failed to start ${unit}.`;
    case 'stopping':
      return `Stopping ${unit}...`;
    case 'stopped':
      return `Stopped ${unit}.`;
  }
}
