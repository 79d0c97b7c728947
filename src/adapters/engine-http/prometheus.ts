/** One sample of the Prometheus text format. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  /** null: `NaN`, an infinity, or no number at all. */
  readonly value: number | null;
}

/**
 * All samples of one metric added up: parts of a server (data parallel) count apart. null: there is none, or one of them is
 * no number: the others alone would be too few.
 */
export function totalOf(body: string, name: string): number | null {
  const samples = samplesOf(body, name);
  if (samples.length === 0) return null;
  return samples.reduce<number | null>(
    (sum, { value }) => (sum === null || value === null ? null : sum + value),
    0,
  );
}

/** Samples of one metric; a torn line is none. A body has hundreds of others. */
export function samplesOf(body: string, name: string): readonly Sample[] {
  const samples: Sample[] = [];
  for (let at = body.indexOf(name); at >= 0; at = body.indexOf(name, at + name.length)) {
    if (at > 0 && body[at - 1] !== '\n') continue;
    const end = body.indexOf('\n', at);
    const sample = sampleIn(body.slice(at + name.length, end < 0 ? undefined : end));
    if (sample !== null) samples.push(sample);
  }
  return samples;
}

function sampleIn(rest: string): Sample | null {
  const parts = /^(?:\{((?:[^"}]|"(?:[^"\\]|\\.)*")*)\})? +(\S+)/.exec(rest);
  if (parts === null) return null;
  const value = Number(parts[2]);
  return { labels: labelsOf(parts[1] ?? ''), value: Number.isFinite(value) ? value : null };
}

function labelsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', value = '']) => [key, value]),
  );
}
