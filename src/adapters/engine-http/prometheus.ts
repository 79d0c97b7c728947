/** One sample of the Prometheus text format. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Samples of one metric; what is no number (`NaN`, a torn line) is left out. A body has hundreds of others. */
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
  const parts = /^(?:\{(.*)\})? +(\S+)/.exec(rest);
  const value = Number(parts?.[2] ?? Number.NaN);
  return parts === null || !Number.isFinite(value) ? null : { labels: labelsOf(parts[1] ?? ''), value };
}

function labelsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', value = '']) => [key, value]),
  );
}
