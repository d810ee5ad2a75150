import type { Page } from 'playwright-core';
import { violations } from './support/accessibility.ts';
import { describeInBrowser, openBrowser, type TestBrowser } from './support/browser.ts';
import { makeBusyDay } from './support/busy-day.ts';
import { CompanionProcess } from './support/companion-process.ts';
import { openDesk, seeOffer, signInAt } from './support/console-pages.ts';
import { type Deployment, deploy } from './support/deployment.ts';
import { connectRecommender, deployRecommender, pictures, type RecommenderDeployment } from './support/recommender.ts';
import { screenshot } from './support/screenshot.ts';

const ownersPages = [
  ['team', '/team'],
  ['events', '/events'],
  ['results', '/results'],
  ['evidence', '/evidence'],
  ['recommender', '/recommender'],
  ['import', '/recommender/import'],
  ['preview', '/recommender/preview'],
  ['api-keys', '/settings/api-keys'],
  ['people', '/settings/people'],
  ['agents', '/settings/agents'],
  ['integrations', '/settings/integrations'],
  ['endpoints', '/settings/endpoints'],
  ['customers', '/settings/customers'],
  ['brand', '/settings/brand'],
  ['words', '/settings/words'],
  ['audit', '/settings/audit'],
] as const;

const themes = ['light', 'dark'] as const;
const widths = { wide: 1280, narrow: 360 };

describeInBrowser('every page of the console', () => {
  let deployment: Deployment;
  let recommender: RecommenderDeployment;
  let browser: TestBrowser;
  let companion: CompanionProcess;
  let page: Page;

  beforeAll(async () => {
    deployment = await deploy();
    await deployment.query(`UPDATE users SET role = 'owner', name = 'Robin Vale' WHERE email = $1`, [
      deployment.rep.email,
    ]);
    recommender = await deployRecommender(deployment);
    await connectRecommender(deployment, recommender);
    companion = new CompanionProcess({ url: deployment.url, token: await deployment.token('companion') });
    await makeBusyDay(deployment);
    browser = await openBrowser();
    page = await browser.openPage();
    await signInAt('/settings/api-keys', page, deployment);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await sellTheFirstOffer();
    await deployment.post('recording-paused');
    await page.locator('.recording[data-state="confirmed"][data-paused="true"]').waitFor();
  });

  /** Sells an offer, so that the results are not empty. */
  async function sellTheFirstOffer(): Promise<void> {
    await page.goto(deployment.url);
    const sold = page.getByRole('button', { name: /^Sold/ }).first();
    await seeOffer(page, sold);
    await sold.click();
    const dialog = page.getByRole('dialog', { name: 'Record sale' });
    await dialog.getByRole('button', { name: 'Record sale' }).click();
    await dialog.waitFor({ state: 'detached' });
  }

  afterAll(async () => {
    await browser.close();
    await companion.kill();
    await deployment.close();
    await recommender.close();
  });

  async function show(path: string, theme: (typeof themes)[number], width: number) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    if (new URL(page.url()).pathname !== path) await page.goto(deployment.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle').catch(() => {});
  }

  /** Elements that are wider than the window make the page scroll sideways. */
  const overflow = () => page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

  /** Links of the navigation that are beyond the edge of the window. */
  const hiddenLinks = () =>
    page.evaluate(`[...document.querySelectorAll('nav a')]
      .filter((link) => link.getBoundingClientRect().right > innerWidth).map((link) => link.textContent)`);

  const cases = [['desk', '/'] as const, ...ownersPages].flatMap(([name, path]) =>
    themes.map((theme) => ({ name, path, theme })),
  );

  it.each(cases)(
    '$name has no accessibility violation in the $theme theme, and fits narrow screens',
    async ({ name, path, theme }) => {
      await show(path, theme, widths.wide);
      expect(await violations(page)).toEqual([]);
      await screenshot(page, `${name}-${theme}`);
      await show(path, theme, widths.narrow);
      expect(await violations(page)).toEqual([]);
      expect(await overflow()).toBe(0);
      expect(await hiddenLinks()).toEqual([]);
      await screenshot(page, `${name}-${theme}-narrow`);
    },
  );

  it.each(themes)('shows in the %s theme what is written on a disabled button', async (theme) => {
    await show('/settings/people', theme, widths.wide);
    // Only its look: axe-core does not look at the contrast of a button that is disabled.
    const buttons = page.locator('main .button');
    await buttons.evaluateAll((all) => all.map((button) => button.setAttribute('data-disabled', 'true')));
    expect(await violations(page)).toEqual([]);
    await page.reload();
  });

  it.each([['desk', '/'] as const, ...ownersPages])(
    '%s loads nothing from another origin but pictures of the catalogue, and violates no security policy',
    async (_name, path) => {
      const elsewhere: string[] = [];
      const refused: string[] = [];
      const other = await page.context().newPage();
      other.on('request', (request) => {
        const isOfTheShop = request.url().startsWith(pictures);
        if (!isOfTheShop && new URL(request.url()).origin !== deployment.url) elsewhere.push(request.url());
      });
      other.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) refused.push(message.text());
      });
      await other.goto(deployment.url + path);
      await other.getByRole('heading', { level: 1 }).waitFor();
      await other.close();
      expect({ elsewhere, refused }).toEqual({ elsewhere: [], refused: [] });
    },
  );

  it('goes with the keyboard through the header of a narrow window from top to bottom', async () => {
    await show('/results', 'light', widths.narrow);
    await page.getByRole('link', { name: 'Skip to the content' }).focus();
    const tops: number[] = [];
    while (tops.length < 20) {
      await page.keyboard.press('Tab');
      const top = await page.evaluate(`document.activeElement.closest('.who, nav')?.getBoundingClientRect().top`);
      if (typeof top !== 'number') break;
      tops.push(top);
    }
    expect(new Set(tops).size).toBe(2);
    expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  });

  it('shows with forced colours which page is open and which option is chosen', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await show('/results', 'light', widths.wide);
    for (const [selector, attribute] of [
      ['.top a[aria-current]', 'aria-current'],
      ['.choice-option[data-selected]', 'data-selected'],
    ] as const) {
      const element = await page.locator(selector).first().elementHandle();
      const picture = async () => (await element?.screenshot())?.toString('base64');
      const chosen = await picture();
      await page.evaluate(`document.querySelector('${selector}').removeAttribute('${attribute}')`);
      expect({ selector, looksTheSame: chosen === (await picture()) }).toEqual({ selector, looksTheSame: false });
    }
    await page.reload();
    await page.emulateMedia({ forcedColors: 'none' });
  });

  it('keeps its frame without a network, and shows a page that was opened meanwhile when it is online again', async () => {
    const other = await page.context().newPage();
    const code = '**/assets/results-page-*.js';
    await other.route(code, (route) => route.abort());
    await other.goto(deployment.url);
    await other.locator('.desk[data-link="live"]').waitFor();
    await other.context().setOffline(true);
    try {
      await other.getByRole('link', { name: 'Results' }).click();
      await other.getByText('You are offline.').waitFor();
      await other.getByText('This part of the page could not be loaded. It is loaded when').waitFor();
      await other.unroute(code);
    } finally {
      await other.context().setOffline(false);
    }
    await other.getByRole('heading', { name: 'Results', level: 1 }).waitFor();
    expect(await other.getByText('You are offline.').count()).toBe(0);
    await other.close();
  });

  it('loads at most 255 kB of compressed scripts before the desk is shown', async () => {
    const context = await browser.openContext();
    const fresh = await context.newPage();
    // Parts that load while the page is idle do not count. With a slow connection they came before the desk was live.
    await fresh.addInitScript('window.requestIdleCallback = () => 0; window.cancelIdleCallback = () => {}');
    // In the same change of the page that shows the desk: what it needs next, such as its offers, is loaded after it.
    await fresh.addInitScript(`new MutationObserver(() => {
      if (window.bytesOfDesk !== undefined || document.querySelector('.desk[data-link="live"]') === null) return;
      const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
      window.bytesOfDesk = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    }).observe(document, { childList: true, subtree: true, attributes: true })`);
    await openDesk(fresh, deployment);
    const bytes = await fresh.evaluate('window.bytesOfDesk');
    await context.close();
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(255_000);
  });
});
