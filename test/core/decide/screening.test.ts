import { expect, test } from 'vitest';
import { gaussian, seeded } from '../../../bench/placebo/noise.ts';
import { priceOf } from '../../../src/core/decide/price.ts';
import { chooseFinalists, type Screened, secondScreening } from '../../../src/core/decide/screening.ts';

const NAMES = Array.from({ length: 30 }, (_, i) => `s${i}`);
const seen = (name: string, value: number | null, barred = false): Screened => ({ name, value, barred });

test('of more than twelve settings the six best are measured once more, and no others', () => {
  const screened = NAMES.map((name, i) => seen(name, i % 2 === 0 ? 0.01 * i : -0.01 * i, name === 's28'));
  expect(secondScreening(screened, 's26')).toEqual(['s24', 's22', 's20', 's18', 's16', 's14']);
  expect(secondScreening(screened.slice(0, 12), 's0')).toEqual([]);
});

test('a plan counts them', () => {
  expect(priceOf('default', 30, true)).toMatchObject({ screening_starts: 36, final_starts_at_most: 18 });
  expect(priceOf('quick', 30, true).screening_starts).toBe(30);
  expect(priceOf({ starts: 60 }, 30, true).final_starts_at_most).toBeLessThanOrEqual(24);
});

test('each is taken at the mean of its two values; one that failed the second time is out', () => {
  const screened = NAMES.map((name, i) => seen(name, i < 3 ? 0.3 - 0.01 * i : 0));
  const again = [seen('s0', 0.1), seen('s1', 0.3), seen('s2', null)];
  expect(chooseFinalists(screened, 's9').names.slice(0, 2)).toEqual(['s9', 's0']);
  expect(chooseFinalists(screened, 's9', again).names.slice(0, 2)).toEqual(['s9', 's1']);
  expect(chooseFinalists(screened, 's9', again).names).not.toContain('s2');
});

test('by simulation: of thirty settings the better one comes to the finals more often', () => {
  const random = seeded(4);
  const start = (name: string) => seen(name, (name === 's3' ? 0.05 : 0) + 0.025 * gaussian(random));
  const [once, twice] = [0, 0].map((_, rounds) => {
    let found = 0;
    for (let i = 0; i < 1000; i++) {
      const screened = NAMES.map(start);
      const again = rounds === 0 ? [] : secondScreening(screened, 's0').map(start);
      if (chooseFinalists(screened, 's0', again).names.includes('s3')) found++;
    }
    return found / 1000;
  });
  expect((twice ?? 0) - (once ?? 0)).toBeGreaterThan(0.08);
});
