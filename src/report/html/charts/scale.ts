/** Where values lie between two ends, in per cent of the drawing: SVG then fits every width without scripts. */
export interface Scale {
  readonly ticks: readonly number[];
  at(value: number): number;
}

/** Round ticks (1, 2 or 5 times a power of ten) that enclose the values, drawn between `from` and `to` per cent. */
export function scaleOf(
  values: readonly number[],
  from: number,
  to: number,
  options: { zero?: boolean } = {},
): Scale {
  const given = values.filter(Number.isFinite);
  const low = Math.min(...given, options.zero === true ? 0 : Number.POSITIVE_INFINITY);
  const high = Math.max(...given);
  const span = high > low ? high - low : Math.max(Math.abs(high), 1);
  const step = roundStep(span / 4);
  const first = Math.floor((high > low ? low : low - (options.zero === true ? 0 : span / 2)) / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  const ticks = Array.from({ length: last - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
  const [begin, end] = [first * step, last * step];
  return { ticks, at: (value) => round(from + ((value - begin) / (end - begin)) * (to - from)) };
}

/** Equal steps from one value to the next: concurrencies 1, 4, 16, 64 stand side by side. */
export function stepsOf(values: readonly number[], from: number, to: number): Scale {
  const ticks = [...new Set(values)].sort((a, b) => a - b);
  const width = ticks.length > 1 ? (to - from) / (ticks.length - 1) : 0;
  const begin = ticks.length > 1 ? from : (from + to) / 2;
  return { ticks, at: (value) => round(begin + ticks.indexOf(value) * width) };
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((f) => f * power >= rough * 0.999) ?? 10;
  return factor * power;
}

function round(percent: number): number {
  return Math.round(percent * 100) / 100;
}
