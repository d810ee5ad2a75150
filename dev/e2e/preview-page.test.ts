import { until } from '@callside/test-kit';
import type { Page } from 'playwright-core';
import { describeInBrowser, openBrowser, type TestBrowser } from './support/browser.ts';
import { openDesk, seeOffer, signInAt } from './support/console-pages.ts';
import { type Deployment, deploy } from './support/deployment.ts';
import { connectRecommender, deployRecommender, type RecommenderDeployment } from './support/recommender.ts';
import { screenshot } from './support/screenshot.ts';

describeInBrowser('an owner who looks at what callers are offered, and in which words', () => {
  let deployment: Deployment;
  let recommender: RecommenderDeployment;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    deployment = await deploy();
    await deployment.query(`UPDATE users SET role = 'owner'`, []);
    recommender = await deployRecommender(deployment);
    await connectRecommender(deployment, recommender);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await deployment.close();
    await recommender.close();
  });

  beforeEach(async () => {
    page = await browser.openPage();
  });
  afterEach(() => browser.closePages());

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const table = (name: string) => page.getByRole('table', { name });
  const recorded = async () =>
    (await deployment.query<{ n: number }>('SELECT count(*)::int AS n FROM recommendations', []))[0]?.n;

  it('sees the offers for a caller and why the first is the first, and nothing is recorded', async () => {
    await signInAt('/recommender', page, deployment);
    await page.getByRole('link', { name: 'What would a caller be offered?' }).click();
    await page.getByRole('heading', { level: 1, name: 'What would this caller be offered?' }).waitFor();
    const before = await recorded();
    await press('Show the offers');
    await page.getByText('Fill in this field.').waitFor();
    await page.getByLabel('Phone number', { exact: true }).fill('12');
    // The connection to the recommender is read every few seconds.
    await until('the number is refused', async () => {
      await press('Show the offers');
      await page.getByRole('button', { name: 'Show the offers', exact: true }).waitFor();
      return page.getByText('This is no phone number.').isVisible();
    });
    await page.getByLabel('Phone number', { exact: true }).fill('+1 415 555 2671');
    await press('Show the offers');
    const offers = table('Offers for this caller');
    await offers.getByRole('row').nth(1).waitFor();
    await page.getByRole('heading', { name: /^Why .+ is the first$/ }).waitFor();
    await page.getByText('Nothing of this was recorded.').waitFor();
    const first = (await offers.getByRole('row').nth(1).locator('.product-sku').textContent()) ?? '';
    await screenshot(page, 'preview-answer');

    await deployment.query(
      `INSERT INTO merchandising_rules (brand_id, name, definition) VALUES ($1, 'not-first', $2)`,
      [deployment.brand.id, JSON.stringify({ name: 'not-first', kind: 'block', sku: first, condition: 'always' })],
    );
    await until('the rule acts', async () => {
      await press('Show the offers');
      await page.getByRole('button', { name: 'Show the offers', exact: true }).waitFor();
      return page.getByText('These merchandising rules acted: not-first.').isVisible();
    });
    await page.getByLabel('Merchandising rules act').uncheck();
    await press('Show the offers');
    await page.getByText('Merchandising rules were left out.').waitFor();
    expect(await offers.getByRole('row').nth(1).textContent()).toContain(first);
    expect(await recorded()).toBe(before);
  });

  it('says the words of the shop in German, and a German rep sees them on the desk', async () => {
    await signInAt('/settings/words', page, deployment);
    await press('Save');
    await page.getByText('Fill in this field.').waitFor();
    await page.getByLabel('Word', { exact: true }).fill('Charm');
    await press('Save');
    await page.getByText('Say the word in at least one language.').waitFor();
    await page.getByLabel('Deutsch', { exact: true }).fill('Anhänger');
    await press('Save');
    await page.locator('.outcome', { hasText: '“charm” is saved.' }).waitFor();
    await table('Words').getByRole('row', { name: /charm/ }).getByText('Anhänger').waitFor();
    await screenshot(page, 'words-page');

    const desk = await browser.openPage({ locale: 'de-DE' });
    await openDesk(desk, deployment);
    await deployment.post('call-started', { phone_number: '+14155552671' });
    await seeOffer(desk, desk.locator('.offer').first());
    await desk.locator('.offer-facts').getByText('Anhänger', { exact: true }).first().waitFor();

    await press('Remove charm');
    await page.getByText('No word is translated yet.').waitFor();
  });

  it('uses both pages with forced colours, and with the keyboard alone', async () => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await signInAt('/recommender/preview', page, deployment);
    await page.getByLabel('Phone number', { exact: true }).focus();
    await page.keyboard.type('4155552671');
    await page.keyboard.press('Enter');
    await table('Offers for this caller').waitFor();
    await screenshot(page, 'preview-forced-colours');
  });
});
