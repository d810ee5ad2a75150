import { until } from '@callside/test-kit';
import type { Page } from 'playwright-core';
import { describeInBrowser, openBrowser, type TestBrowser } from './support/browser.ts';
import { openDesk, seeOffer } from './support/console-pages.ts';
import { type Deployment, deploy } from './support/deployment.ts';
import { connectRecommender, deployRecommender, type RecommenderDeployment } from './support/recommender.ts';

describeInBrowser('a rep who records a sale', () => {
  let deployment: Deployment;
  let recommender: RecommenderDeployment;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    deployment = await deploy();
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
    await deployment.post('call-ended');
    page = await (await browser.openContext()).newPage();
    await openDesk(page, deployment);
    await deployment.post('call-started', { phone_number: '+14155552671' });
    await seeOffer(page, ruby());
  });

  afterEach(() => browser.closePages());

  const ruby = () =>
    page
      .getByRole('region', { name: 'Offers' })
      .getByRole('list', { name: 'Offers' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Ruby Pendant' }) });
  const button = (name: string) => ruby().getByRole('button', { name });
  const dialog = () => page.getByRole('dialog', { name: 'Record sale' });
  const quantity = () => dialog().getByRole('textbox', { name: 'Quantity' });
  const price = () => dialog().getByRole('textbox', { name: 'Price' });
  const result = (name: string) => page.getByRole('radio', { name, exact: true }).first();

  async function open(): Promise<void> {
    await button('Sold').click();
    await dialog().waitFor();
  }

  /** What counts at the recommender. */
  async function purchases(): Promise<unknown[]> {
    const rows = await deployment.query<{ qty: number; void: boolean }>(
      `SELECT l.qty::float8 AS qty, p.voided_at IS NOT NULL AS void FROM purchases p JOIN purchase_lines l ON l.purchase_id = p.id
        WHERE p.created_at > clock_timestamp() - interval '1 minute' ORDER BY p.created_at`,
    );
    return rows.map(({ qty, void: isVoid }) => (isVoid ? `${qty} void` : qty));
  }

  it('types over the quantity, steps it, and sees the total and what is probably a mistake before it is recorded', async () => {
    await open();
    await page.keyboard.type('2');
    expect(await quantity().inputValue()).toBe('2');
    await dialog().getByText('$259.98').waitFor();
    await dialog().getByRole('button', { name: 'One more' }).click();
    await dialog().getByText('$389.97').waitFor();
    await dialog().getByRole('button', { name: 'One less' }).click();
    expect(await quantity().inputValue()).toBe('2');
    for (const name of ['One more', 'One less']) {
      const box = await dialog().getByRole('button', { name }).boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(40);
    }
    await quantity().click();
    await page.keyboard.type('6');
    await dialog().getByText('More than is in stock: 5.').waitFor();
    await price().fill('0');
    await dialog().getByText('The price is 0.').waitFor();
    await price().fill('1300');
    await dialog().getByText('More than ten times the price of the offer, $129.99.').waitFor();
    await quantity().fill('2');
    await price().fill('129.99');
    await page.keyboard.press('Enter');
    await ruby().getByText('Sold: 2 × $129.99', { exact: true }).waitFor();
  });

  /** The dialog that has closed gives the focus back: before that, it would take it from a button. */
  const isBackAtOffers = () => page.locator('.offer button:focus').waitFor();

  /** Of the first offer, so that the steps are counted from the desk as it opens with a call. */
  const firstSold = () => page.locator('.offer [data-sold]').first();
  const soldOnce = () =>
    page
      .locator('.offer-outcome')
      .getByText(/^Sold: 1 ×/)
      .first();

  it('takes two clicks', async () => {
    await firstSold().click();
    await dialog().getByRole('button', { name: 'Record sale' }).click();
    await soldOnce().waitFor();
  });

  it('takes three key presses, from wherever the rep is not typing', async () => {
    await page.keyboard.press('o');
    await page.keyboard.press('Enter');
    await dialog().waitFor();
    await page.keyboard.press('Enter');
    await soldOnce().waitFor();
    // The learnt keys sell one more, and undo nothing.
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('o');
    await page.locator('button:focus', { hasText: 'Sold again' }).waitFor();
  });

  it('undoes it, and the focus is at the offer again; the result of the call that the desk chose goes with it', async () => {
    const before = (await purchases()).length;
    await open();
    await page.keyboard.press('Enter');
    await result('Sale').and(page.locator(':checked')).waitFor();
    await isBackAtOffers();
    await button('Undo sale').focus();
    await page.keyboard.press('Enter');
    await page.locator('button:focus', { hasText: /^Sold$/ }).waitFor();
    expect(await page.evaluate(`document.activeElement.getAttribute('aria-label')`)).toBe('Sold: Ruby Pendant');
    expect(await button('Undo sale').count()).toBe(0);
    expect(await result('Sale').isChecked()).toBe(false);
    await until('the purchase is void', async () => (await purchases()).slice(before).join() === '1 void');
  });

  it('corrects it with what was recorded until the result of the call is stored, and keeps a result of their own', async () => {
    const before = (await purchases()).length;
    await open();
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await isBackAtOffers();
    await button('Correct').focus();
    await page.keyboard.press('Enter');
    await dialog().getByText('This replaces the recorded sale of 3 × $129.99.').waitFor();
    expect(await quantity().inputValue()).toBe('3');
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await ruby().getByText('Sold: 2 × $129.99', { exact: true }).waitFor();
    await page.locator('button:focus', { hasText: 'Correct' }).waitFor();
    await until('the first one is void', async () => (await purchases()).slice(before).join() === '3 void,2');
    await result('Follow-up').check();
    await button('Correct').waitFor({ state: 'detached' });
    await button('Undo sale').click();
    await until('both are void', async () => (await purchases()).slice(before).join() === '3 void,2 void');
    expect(await result('Follow-up').isChecked()).toBe(true);
  });

  it('corrects and undoes it also when the next call has taken the place of its offers', async () => {
    const before = (await purchases()).length;
    await open();
    await page.keyboard.press('Enter');
    await ruby().getByText('Sold: 1 × $129.99', { exact: true }).waitFor();
    await deployment.post('call-started', { phone_number: '+14155552680' });
    const earlier = page.getByRole('list', { name: 'Sold in the call with +1 415 555 2671' });
    await earlier.getByRole('button', { name: 'Correct: Ruby Pendant' }).click();
    await dialog().getByText('This replaces the recorded sale of 1 × $129.99.').waitFor();
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await earlier.getByText('Sold: 2 × $129.99').waitFor();
    await earlier.getByRole('button', { name: 'Undo sale: Ruby Pendant' }).click();
    await earlier.waitFor({ state: 'detached' });
    await until('both are void', async () => (await purchases()).slice(before).join() === '1 void,2 void');
    await deployment.post('call-started', { phone_number: '+14155552671' });
  });

  it('is told of a correction whose call leaves the page before the answer', async () => {
    const before = (await purchases()).length;
    await open();
    await page.keyboard.press('Enter');
    await ruby().getByText('Sold: 1 × $129.99', { exact: true }).waitFor();
    await deployment.post('call-started', { phone_number: '+14155552681' });
    const earlier = page.getByRole('list', { name: 'Sold in the call with +1 415 555 2671' });
    await earlier.getByRole('button', { name: 'Correct: Ruby Pendant' }).click();
    await dialog().getByText('This replaces the recorded sale of 1 × $129.99.').waitFor();
    let answer = () => {};
    const isTime = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/outcomes', async (route) => {
      await isTime;
      await route.continue();
    });
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await dialog().getByRole('button', { name: 'Saving…' }).waitFor();
    await deployment.post('call-started', { phone_number: '+14155552682' });
    await page.locator('.notes-area .sold-products').waitFor({ state: 'detached' });
    answer();
    await page
      .getByText('Recorded for the earlier call with +1 415 555 2671: Ruby Pendant. Sold: 2 × $129.99')
      .waitFor();
    await until('the first one is void', async () => (await purchases()).slice(before).join() === '1 void,2');
  });

  it('undoes it also when the offers were asked for again without it', async () => {
    await open();
    await page.keyboard.press('Enter');
    await ruby().getByText('Sold: 1 × $129.99', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Customer is buying now' }).fill('Ruby');
    // The options are disabled while the text is looked up.
    await page.locator('[role="option"]:not([aria-disabled="true"])', { hasText: 'Ruby Pendant' }).click();
    await ruby().waitFor({ state: 'detached' });
    const sold = page.getByRole('list', { name: 'Sold in this call' });
    await sold.getByText('Sold: 1 × $129.99').waitFor();
    await sold.getByRole('button', { name: 'Undo sale: Ruby Pendant' }).click();
    await sold.waitFor({ state: 'detached' });
  });
});
