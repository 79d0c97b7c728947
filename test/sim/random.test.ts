import { describe, expect, it } from 'vitest';
import type { Random } from '../../src/sim/machine.ts';
import { SeededRandom } from '../../src/sim/random.ts';

function draw(random: Random, count: number): number[] {
  return Array.from({ length: count }, () => random.uniform());
}

function moments(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / values.length) };
}

describe('seeded random numbers', () => {
  it('are the same for a seed and others for another', () => {
    expect(draw(new SeededRandom(7), 5)).toEqual(draw(new SeededRandom(7), 5));
    expect(draw(new SeededRandom(7), 5)).not.toEqual(draw(new SeededRandom(8), 5));
  });

  it('a fork depends on its name, not on what was drawn before', () => {
    const used = new SeededRandom(7);
    draw(used, 100);
    expect(draw(used.fork('devices'), 5)).toEqual(draw(new SeededRandom(7).fork('devices'), 5));
    expect(draw(used.fork('devices'), 5)).not.toEqual(draw(used.fork('devicet'), 5));
  });

  it('have the mean and spread of their distributions', () => {
    const random = new SeededRandom(11);
    const many = <T>(next: () => T): T[] => Array.from({ length: 20_000 }, next);
    expect(moments(many(() => random.uniform())).mean).toBeCloseTo(0.5, 1);
    const normal = moments(many(() => random.normal()));
    expect(normal.mean).toBeCloseTo(0, 1);
    expect(normal.deviation).toBeCloseTo(1, 1);
    const exponential = moments(many(() => random.exponential(8)));
    expect(exponential.mean / 8).toBeCloseTo(1, 1);
    expect(exponential.deviation / 8).toBeCloseTo(1, 1);
    expect(new Set(many(() => random.integer(4)))).toEqual(new Set([0, 1, 2, 3]));
  });
});
