import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { page as html } from '../../src/report/html/page.ts';
import type { SweepReport } from '../../src/report/model.ts';
import { lookFor } from '../helpers/look-for.ts';
import { describeReal } from '../helpers/real-things.ts';
import { answers } from '../report/answers-fixture.ts';
import { report, sweep } from '../report/fixtures.ts';
import { generated, HOSTILE, saying } from '../report/generated.ts';
import { openBrowser } from './support/browser/browser.ts';

const WIDTHS = [360, 768, 1440] as const;
const SCHEMES = ['light', 'dark'] as const;
/** Where screenshots are kept for somebody to look at; unset: nowhere. */
const PICTURES = process.env['HOLDPOINT_PICTURES'];

interface Opened {
  readonly page: Page;
  /** Everything that the page asked for beside itself, and everything that it complained of. */
  readonly trouble: string[];
}

describeReal(['chromium'], 'report.html in a real browser', () => {
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'holdpoint-report-'));
    const found = lookFor('chromium');
    browser = await openBrowser('path' in found ? found.path : '');
  });

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(name: string, told: SweepReport): Promise<Opened> {
    const file = join(folder, `${name}.html`);
    writeFileSync(file, html(told));
    const address = pathToFileURL(file).href;
    const page = await browser.newPage();
    const trouble: string[] = [];
    page.on('request', (request) => request.url() === address || trouble.push(`request ${request.url()}`));
    page.on('console', (message) => trouble.push(`console ${message.text()}`));
    page.on('pageerror', (error) => trouble.push(`error ${error.message}`));
    page.on('dialog', (dialog) => trouble.push(`dialog ${dialog.message()}`));
    page.on('framenavigated', (frame) => frame.url() === address || trouble.push(`went to ${frame.url()}`));
    await page.goto(address);
    return { page, trouble };
  }

  /** Every section: finals, limits, a front, answers, failures. */
  function full(): SweepReport {
    const told = generated(9);
    const problems = '+'.repeat(94);
    const trials = told.trials.map((trial, at) => {
      if (trial.status !== 'measured') return trial;
      const own = at === 2 ? `------${problems}` : `++++++${problems}`;
      return { ...trial, evaluation: answers(own, at === 0 ? null : { verdicts: `++++++${problems}` }) };
    });
    return report({ ...told, trials }, { simulated: true });
  }

  const SHOWN = {
    small: () => report(sweep(), { simulated: true }),
    full,
    large: () => report(generated(50)),
    hostile: () => saying(HOSTILE),
    unbroken: () => saying('x'.repeat(400)),
  };

  test.each(Object.keys(SHOWN) as (keyof typeof SHOWN)[])(
    '%s: fits every width in both schemes, asks for nothing, and every text can be read',
    async (name) => {
      const { page, trouble } = await open(name, SHOWN[name]());
      for (const width of WIDTHS) {
        for (const colorScheme of SCHEMES) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme });
          expect(await page.evaluate('document.documentElement.scrollWidth'), `${width} px`).toBe(width);
          expect(await overflowing(page), `${width} px`).toEqual([]);
          if (PICTURES !== undefined) {
            mkdirSync(PICTURES, { recursive: true });
            const path = join(PICTURES, `${name}-${width}-${colorScheme}.png`);
            await page.screenshot({ path, fullPage: name !== 'large' });
          }
        }
      }
      expect(trouble).toEqual([]);
      await page.close();
    },
  );

  test.each(SCHEMES)('axe finds nothing serious in the %s scheme', async (colorScheme) => {
    const { page } = await open('axe', full());
    await page.emulateMedia({ colorScheme });
    // what is folded away is read as well
    await page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })");
    await page.evaluate(axe.source);
    const found = (await page.evaluate(
      'axe.run(document).then(({ violations, passes }) => ({ passes: passes.length, violations: violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes[0].html })) }))',
    )) as { readonly passes: number; readonly violations: readonly { readonly impact: string }[] };
    expect(found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual(
      [],
    );
    expect(found.passes).toBeGreaterThan(20);
    await page.close();
  });

  test('hostile names, log lines and answers make the same nodes as harmless ones', async () => {
    const hostile = await open('hostile', saying(HOSTILE));
    const harmless = await open('harmless', saying('x'.repeat(20)));
    expect(await nodes(hostile.page)).toEqual(await nodes(harmless.page));
    expect(await hostile.page.evaluate('document.body.innerText.includes("<script>document.title")')).toBe(
      true,
    );
    expect(await hostile.page.title()).toContain('<script>');
    await Promise.all([hostile.page.close(), harmless.page.close()]);
  });

  test('its policy stops what escaping would have let through', async () => {
    const file = join(folder, 'planted.html');
    const planted =
      '<img src="http://127.0.0.1:9/x"><script>document.title = "owned"</script><p style="color:red" onclick="1">x</p>';
    writeFileSync(file, html(report()).replace('</main>', `${planted}</main>`));
    const page = await browser.newPage();
    const failed: string[] = [];
    page.on('requestfailed', (request) => failed.push(request.failure()?.errorText ?? ''));
    page.on('response', (response) => failed.push(response.url().startsWith('file:') ? '' : response.url()));
    await page.goto(pathToFileURL(file).href);
    expect(await page.title()).toContain('winner: n4');
    expect(failed.filter((text) => text !== '' && text !== 'csp')).toEqual([]);
    expect(await page.evaluate('getComputedStyle(document.querySelector("p[onclick]")).color')).not.toBe(
      'rgb(255, 0, 0)',
    );
    await page.close();
  });

  test('on paper: light, without navigation, with every command unfolded', async () => {
    const { page } = await open('paper', report());
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    expect(await page.locator('nav').isVisible()).toBe(false);
    expect(await page.getByText('The command by itself:').first().isVisible()).toBe(true);
    await page.close();
  });
});

/** Names of elements and attributes in order, but not what stands in them. */
function nodes(page: Page): Promise<unknown> {
  return page.evaluate(
    '[...document.querySelectorAll("*")].map((each) => [each.tagName, ...each.getAttributeNames()].join(" "))',
  );
}

/** Elements that stick out of the window although nothing around them scrolls. */
function overflowing(page: Page): Promise<unknown> {
  return page.evaluate(`[...document.querySelectorAll('body *')].filter((each) =>
    !each.closest('.scroll, svg, details:not([open])') && each.getBoundingClientRect().right > innerWidth + 1
  ).map((each) => each.outerHTML.slice(0, 120))`);
}
