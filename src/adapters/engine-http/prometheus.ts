/** One sample of the Prometheus text format. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Samples of one metric; what is no number (`NaN`, a torn line) is left out. */
export function samplesOf(body: string, name: string): readonly Sample[] {
  return body.split('\n').flatMap((line) => {
    if (!line.startsWith(name)) return [];
    const rest = line.slice(name.length);
    const parts = /^(?:\{(.*)\})? +(\S+)/.exec(rest);
    const value = Number(parts?.[2] ?? Number.NaN);
    return parts === null || !Number.isFinite(value) ? [] : [{ labels: labelsOf(parts[1] ?? ''), value }];
  });
}

function labelsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', value = '']) => [key, value]),
  );
}
