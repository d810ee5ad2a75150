import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { violations } from './support/accessibility.ts';
import { describeInBrowser, openBrowser, type TestBrowser } from './support/browser.ts';
import { CompanionProcess } from './support/companion-process.ts';
import { openDesk, seeOffer } from './support/console-pages.ts';
import { type Deployment, deploy } from './support/deployment.ts';
import { emptyShare } from './support/empty-area.ts';
import { connectRecommender, deployRecommender, type RecommenderDeployment } from './support/recommender.ts';
import { screenshot } from './support/screenshot.ts';

const number = '+14155552671';
const sharedNumber = '+14155552672';
const sizes = {
  phone: { width: 390, height: 844 },
  laptop: { width: 1280, height: 720 },
  wide: { width: 1920, height: 1080 },
};

describeInBrowser('a rep who looks at their desk from two metres', () => {
  let deployment: Deployment;
  let recommender: RecommenderDeployment;
  let browser: TestBrowser;
  let companion: CompanionProcess;

  beforeAll(async () => {
    deployment = await deploy();
    await deployment.query(
      'INSERT INTO customers (id, brand_id, customer_id, name, phone_number) VALUES ($1, $2, $3, $4, $5)',
      [randomUUID(), deployment.brand.id, 'A-1042', 'Ada Lindqvist', number],
    );
    await deployment.query(
      `INSERT INTO customers (id, brand_id, customer_id, name, phone_number)
       VALUES ($1, $3, 'B-7', 'Ben Park', $4), ($2, $3, 'B-8', 'Zoe Park', $4)`,
      [randomUUID(), randomUUID(), deployment.brand.id, sharedNumber],
    );
    recommender = await deployRecommender(deployment);
    await connectRecommender(deployment, recommender);
    companion = new CompanionProcess({ url: deployment.url, token: await deployment.token('companion') });
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await companion.kill();
    await deployment.close();
    await recommender.close();
  });

  afterEach(() => browser.closePages());

  async function deskAt(viewport: { width: number; height: number }, colorScheme: 'light' | 'dark' = 'light') {
    const page = await browser.openPage({ viewport, colorScheme });
    await openDesk(page, deployment);
    return page;
  }

  async function connectCall(page: Page): Promise<void> {
    await deployment.post('call-started', { phone_number: number });
    await page
      .getByRole('heading', { name: /Pendant|Earrings/ })
      .first()
      .or(page.getByText('Try again'))
      .first()
      .waitFor();
    await seeOffer(page, page.locator('.offer').first());
    await page.locator('.recording[data-state="confirmed"]').waitFor();
    await page.getByText('Last orders').waitFor();
  }

  /** The lowest edge, in pixels from the top of the window. */
  const bottomOf = (page: Page, selector: string, index = 0) =>
    page
      .locator(selector)
      .nth(index)
      .evaluate((part) => part.getBoundingClientRect().bottom);
  const pixelsOf = (page: Page, selector: string, what: 'fontSize' | 'height') =>
    page
      .locator(selector)
      .first()
      .evaluate((part, name) => Number.parseFloat(getComputedStyle(part)[name]), what);

  const fillOf = (page: Page, selector: string) =>
    page.locator(selector).evaluate((part) => getComputedStyle(part).backgroundColor);

  async function look(page: Page, name: string): Promise<void> {
    await page.locator('.desk[data-behind="false"][data-offers-behind="false"]').waitFor();
    await screenshot(page, `glance-${name}`);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  }

  it('sees the customer, the recording and three ideas without scrolling on a laptop, in large type', async () => {
    const page = await deskAt(sizes.laptop);
    await connectCall(page);
    expect(await bottomOf(page, '.ticket')).toBeLessThan(720);
    for (const idea of [0, 1, 2]) expect(await bottomOf(page, '.offer', idea)).toBeLessThanOrEqual(720);
    expect(await pixelsOf(page, '.caller-name', 'fontSize')).toBeGreaterThanOrEqual(28);
    expect(await pixelsOf(page, '.recording h2', 'fontSize')).toBeGreaterThanOrEqual(20);
    expect(await pixelsOf(page, '.offer h3', 'fontSize')).toBeGreaterThanOrEqual(20);
    expect(await pixelsOf(page, '.offer strong', 'fontSize')).toBeGreaterThanOrEqual(20);
    for (const button of await page.locator('.offer-actions .button:visible').all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(40);
    }
    expect(await page.locator('.offer img').count()).toBe(3);
    expect(await page.locator('.offer-speech').first().textContent()).toMatch(/for one hundred/i);
  });

  it.each(Object.entries(sizes))(
    'sees no offer and no note move when a call ends and the offers of the next one arrive, on a %s',
    async (_, viewport) => {
      const page = await deskAt(viewport);
      await connectCall(page);
      await page.evaluate(`
      window.moved = [];
      new PerformanceObserver((list) => {
        for (const { sources } of list.getEntries()) {
          for (const { node, previousRect, currentRect } of sources) {
            if (previousRect.top !== currentRect.top) window.moved.push(node?.closest?.('.desk-grid > *')?.className);
          }
        }
      }).observe({ type: 'layout-shift' });`);
      await deployment.post('call-ended');
      await page.getByRole('region', { name: 'Notes on the previous call' }).waitFor();
      await connectCall(page);
      // Earlier paints are reported before the second next frame.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      const moved = await page.evaluate<string[]>('window.moved');
      expect(moved.filter((part) => /offers|notes/.test(part))).toEqual([]);
    },
  );

  /** Titles as those of the demo shop. The sentence to say has the title, and a price of many words. */
  const lengthenTitles = (page: Page) =>
    page.evaluate(`{
      const titles = ['New Meridian Emerald Layered Necklace', 'New Meridian Emerald Hoop Earrings', 'New Meridian Sapphire Tennis Bracelet'];
      document.querySelectorAll('.offer-list > .offer > .offer-card').forEach((card, index) => {
        card.querySelector('h3').textContent = titles[index];
        card.querySelector('.offer-speech q').textContent = titles[index] + ', for five hundred thirty-nine dollars.';
      });
    }`);

  it('sees the sentences of three ideas with long titles without scrolling on a laptop', async () => {
    const page = await deskAt(sizes.laptop);
    await connectCall(page);
    await lengthenTitles(page);
    for (const idea of [0, 1, 2]) {
      expect(await bottomOf(page, '.offer-list > .offer > .offer-card .offer-speech', idea)).toBeLessThanOrEqual(720);
    }
    await screenshot(page, 'glance-long-titles-laptop-light');
  });

  // In cells of 40 px: see emptyShare.
  it.each([
    ['laptop', 0.45],
    ['wide', 0.65],
  ] as const)('leaves little of a %s screen empty', async (size, most) => {
    const page = await deskAt(sizes[size]);
    await connectCall(page);
    expect(await emptyShare(page)).toBeLessThanOrEqual(most);
  });

  it('sees the customer, the recording and the first offer on the first screen of a phone', async () => {
    const page = await deskAt(sizes.phone);
    await connectCall(page);
    expect(await bottomOf(page, '.recording')).toBeLessThan(844);
    expect(await bottomOf(page, '.offer .offer-actions')).toBeLessThanOrEqual(844);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });

  it('sees the whole call and the first offer on a phone also without a connection, and when the page was updated', async () => {
    const page = await deskAt(sizes.phone);
    await connectCall(page);
    const topOfCall = () => page.locator('.ticket').evaluate((part) => part.getBoundingClientRect().top);
    const before = await topOfCall();
    await page.context().setOffline(true);
    await page
      .getByRole('status', { name: 'Connection' })
      .getByText(/as of \d/)
      .waitFor();
    expect(await bottomOf(page, '.desk-notices > .notice')).toBeLessThanOrEqual(before);
    expect(await topOfCall()).toBe(before);
  });

  it('sees on a phone a customer code that is not on file', async () => {
    const page = await deskAt(sizes.phone);
    await deployment.post('call-started', { phone_number: '+14155552699', customer_id: 'X-9' });
    await page.locator('.call-facts').getByText('X-9', { exact: true }).waitFor();
  });

  it('sees in the dialog of a sale whether a pause is confirmed', async () => {
    const page = await deskAt(sizes.laptop);
    await connectCall(page);
    await page.locator('.offer [data-sold]').first().click();
    await page.locator('.dialog-recording[data-state="confirmed"][data-paused="false"]').waitFor();
    companion.signal('SIGSTOP');
    await deployment.post('recording-paused');
    const requested = '.dialog-recording[data-state="requested"][data-paused="true"]';
    await page.locator(requested).waitFor();
    const fillOfRequested = await fillOf(page, requested);
    companion.signal('SIGCONT');
    const confirmed = '.dialog-recording[data-state="confirmed"][data-paused="true"]';
    await page.locator(confirmed).waitFor();
    expect(await fillOf(page, confirmed)).not.toBe(fillOfRequested);
  });

  const screens = [
    ['phone', 'light'],
    ['phone', 'dark'],
    ['laptop', 'light'],
    ['laptop', 'dark'],
    ['wide', 'light'],
    ['wide', 'dark'],
  ] as const;

  it.each(screens)('sees each state on a %s screen, %s', async (size, colours) => {
    const page = await deskAt(sizes[size], colours);
    const show = (state: string) => look(page, `${state}-${size}-${colours}`);
    await deployment.post('call-ended');
    await page.getByText('No call right now').waitFor();
    await show('no-call');
    await connectCall(page);
    await show('recording');
    companion.signal('SIGSTOP');
    await deployment.post('recording-paused');
    await page.locator('.recording[data-state="requested"][data-paused="true"]').waitFor();
    await show('pause-requested');
    companion.signal('SIGCONT');
    await page.locator('.recording[data-state="confirmed"][data-paused="true"]').waitFor();
    await show('paused');
    await deployment.post('hold-started');
    await page.getByText('On hold').first().waitFor();
    await page.context().setOffline(true);
    await page.locator('.recording[data-state="unknown"]').waitFor();
    await show('unknown');
    await page.context().setOffline(false);
    await deployment.post('call-started', { phone_number: 'anonymous' });
    await page.getByText('Caller ID withheld').first().waitFor();
    await seeOffer(page, page.locator('.offer').first());
    await show('withheld');
    await deployment.post('call-started', { phone_number: sharedNumber });
    await page.getByText('2 customers share this number').first().waitFor();
    await seeOffer(page, page.locator('.offer').first());
    await show('shared');
  });

  it.each(screens)('sees who records, a sale and a wish for no offers on a %s screen, %s', async (size, colours) => {
    const page = await deskAt(sizes[size], colours);
    const show = (state: string) => look(page, `${state}-${size}-${colours}`);
    const letRecord = (by: string) => deployment.query('UPDATE brands SET recording_by = $1', [by]);
    await deployment.post('call-ended');
    await page.getByText('No call right now').waitFor();
    await connectCall(page);
    await page.locator('.offer [data-sold]').first().click();
    await page.getByRole('dialog', { name: 'Record sale' }).waitFor();
    await show('sale-dialog');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Undo sale/ }).waitFor();
    await page.getByRole('radio', { name: 'Sale', checked: true }).waitFor();
    await show('after-sale');
    try {
      await letRecord('dialler');
      await page.locator('.recording[data-state="dialler"][data-paused="false"]').waitFor();
      await show('dialler');
      await deployment.post('recording-paused');
      await page.locator('.recording[data-state="dialler"][data-paused="true"]').waitFor();
      // Only a confirmed pause is filled.
      expect(await fillOf(page, '.recording')).toBe('rgba(0, 0, 0, 0)');
      await show('dialler-paused');
      await letRecord('nobody');
      await page.getByText('Not recorded here').waitFor();
      expect(await pixelsOf(page, '.call-unrecorded', 'fontSize')).toBeGreaterThanOrEqual(20);
      await show('nobody');
    } finally {
      await letRecord('companion');
    }
    await page.getByRole('button', { name: 'Customer wants no offers' }).click();
    await page
      .getByText(/wants none/)
      .first()
      .waitFor();
    await show('no-offers');
    await page.getByRole('button', { name: 'Customer wants offers again' }).click();
    await seeOffer(page, page.locator('.offer').first());
  });
});
