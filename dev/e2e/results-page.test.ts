import { findFreePort } from '@callside/test-kit';
import type { Page } from 'playwright-core';
import { describeInBrowser, openBrowser, type TestBrowser } from './support/browser.ts';
import { signInAt } from './support/console-pages.ts';
import { type Deployment, deploy } from './support/deployment.ts';
import { deployRecommender, type RecommenderDeployment } from './support/recommender.ts';
import { storeModel } from './support/stored-model.ts';

describeInBrowser('an owner on the pages of results and of the recommender', () => {
  let deployment: Deployment;
  let recommender: RecommenderDeployment;
  let browser: TestBrowser;
  let page: Page;
  let version: string;

  beforeAll(async () => {
    const port = await findFreePort();
    deployment = await deploy({ settings: { RECOMMENDER_URL: `http://localhost:${port}` } });
    recommender = await deployRecommender(deployment, { PORT: String(port) });
    version = await storeModel(deployment, recommender.artifacts);
    await deployment.query(`UPDATE users SET role = 'owner' WHERE email = $1`, [deployment.rep.email]);
    browser = await openBrowser();
    page = await browser.openPage();
    await signInAt('/results', page, deployment);
  });

  afterAll(async () => {
    await browser.close();
    await recommender.close();
    await deployment.close();
  });

  const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
  const sees = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor();

  async function ask(
    path: string,
    body: object,
  ): Promise<{ recommendation_id: string; recommendations: { sku: string; article_type: string }[] }> {
    const response = await fetch(`${recommender.url}${path}`, {
      method: 'POST',
      headers: { 'x-api-key': recommender.key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as {
      recommendation_id: string;
      recommendations: { sku: string; article_type: string }[];
    };
  }

  it('sees a call and a sale in the results, as figures, as a sentence and as a table', async () => {
    await sees('There were no calls and no offers in these days');
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByRole('listitem').filter({ hasText: 'Import your products' }).getByText('Done').waitFor();
    const dialler = steps.getByRole('listitem').filter({ hasText: 'Connect the dialler' });
    await dialler.getByText('Open', { exact: true }).waitFor();
    await dialler.getByRole('link', { name: 'Issue an API key' }).waitFor();
    await steps.getByRole('link', { name: 'Train a model' }).waitFor();
    await deployment.post('call-started', { phone_number: '+12015550001' });
    const phone = '2015550001';
    const { recommendation_id, recommendations } = await ask('/recommend', { phone, num_items: 2 });
    const type = recommendations[0]?.article_type;
    const lines = [{ sku: recommendations[0]?.sku, qty: 2, unit_price: 100.25, order_line_id: 'one' }];
    await ask('/purchase', { phone, recommendation_id, purchased_lines: lines });

    await page.reload();
    await sees('$200.50');
    await dialler.getByText('Events have been accepted.').waitFor();
    await steps.getByRole('button', { name: 'Hide the list' }).click();
    await steps.waitFor({ state: 'detached' });
    await page.reload();
    await sees('1 of 1 recommendations');
    // Said once, not below each figure.
    expect(await page.getByText(/^Not comparable: /).count()).toBe(1);
    expect(await steps.count()).toBe(0);
    const types = page.getByRole('region', { name: 'By article type' });
    await types.getByText(`Revenue: $200.50 in total. Highest: ${type} with $200.50.`).waitFor();
    await types.getByRole('button', { name: 'Show as a table' }).click();
    await types
      .getByRole('table')
      .getByRole('row', { name: new RegExp(`${type}.*100%.*\\$200\\.50`) })
      .waitFor();
    await types.getByRole('radio', { name: 'Rep' }).click();
    const reps = page.getByRole('region', { name: 'By rep' });
    await reps.getByText('Revenue: $200.50 in total. Highest: No rep (IVR and other programs) with $200.50.').waitFor();
    await page.getByRole('radio', { name: 'Calls' }).click();
    await reps.getByText('Calls: 1 in total. Highest: Robin with 1.').waitFor();
  });

  it('sees products, ranks, rules and reasons of declines as tables, beside the days before', async () => {
    await page.goto(`${deployment.url}/results`);
    const groups = page.getByRole('radiogroup', { name: 'Group' });
    const inGroup = async (name: string, region: string) => {
      await groups.getByRole('radio', { name, exact: true }).click();
      const table = page.getByRole('region', { name: region }).getByRole('table', { name: region });
      await table.waitFor();
      return table;
    };
    const products = await inGroup('Product', 'By product');
    await products.getByRole('row', { name: /100%.*\$200\.50/ }).waitFor();
    await products.getByRole('columnheader', { name: 'Revenue, 30 days before' }).waitFor();
    await products.getByRole('columnheader', { name: 'Offers made' }).getByRole('button').click();
    await products.locator('th[aria-sort="descending"]', { hasText: 'Offers made' }).waitFor();
    const ranks = await inGroup('Rank', 'By rank');
    await ranks.getByRole('row', { name: /^1 / }).waitFor();
    await ranks.getByRole('row', { name: /^2 / }).waitFor();
    const rules = await inGroup('Rule', 'By merchandising rule');
    await rules.getByRole('row', { name: /No rule acted/ }).waitFor();
    await groups.getByRole('radio', { name: 'Decline reason' }).click();
    await page
      .getByRole('region', { name: 'By reason of a decline' })
      .getByText('There is nothing in these days.')
      .waitFor();
  });

  it('leaves test calls out until they are included, and says how many there are', async () => {
    await deployment.query(`UPDATE call_events SET is_test = true WHERE event = 'call-started' AND brand_id = $1`, [
      deployment.brand.id,
    ]);
    await page.goto(`${deployment.url}/results`);
    const calls = page.locator('.total', { hasText: 'Calls' });
    await sees('1 call of these days is a test call');
    await calls.getByText('0', { exact: true }).first().waitFor();
    await page.getByRole('checkbox', { name: /^Include test calls/ }).check();
    await calls.getByText('1', { exact: true }).first().waitFor();
    expect(new URL(page.url()).search).toBe('?tests=included');
    await page.getByRole('checkbox', { name: /^Include test calls/ }).uncheck();
    await calls.getByText('0', { exact: true }).first().waitFor();
  });

  it('chooses other days, and the address names them', async () => {
    await page.goto(`${deployment.url}/results`);
    await page.getByRole('radio', { name: 'Other days' }).click();
    await page.getByLabel('First day').fill('2026-02-01');
    await page.getByLabel('Last day').fill('2026-01-01');
    await press('Show');
    await sees('The last day is before the first.');
    await page.getByLabel('Last day').fill('2026-02-03');
    await press('Show');
    await sees('There were no calls and no offers in these days');
    expect(new URL(page.url()).search).toBe('?from=2026-02-01&to=2026-02-03');
    await page.getByLabel('Last day').fill('2026-02-01');
    await press('Show');
    await sees('The day before had none either');
    await page.goBack();
    await sees('The 3 days before had none either');
    expect(await page.getByLabel('Last day').inputValue()).toBe('2026-02-03');
  });

  it('publishes a model after it was measured, and rolls it back', async () => {
    await page.goto(`${deployment.url}/results`);
    await page.getByRole('link', { name: 'Recommender', exact: true }).click();
    const serving = page.getByRole('region', { name: 'Model in service' });
    await serving
      .getByText(/^default-/)
      .first()
      .waitFor();
    await press(`Publish ${version}`);
    const dialog = page.getByRole('alertdialog', { name: `Publish ${version}?` });
    await dialog.getByText('Measured on').waitFor();
    await dialog.getByRole('button', { name: /^Publish/ }).click();
    await sees(`${version} is published.`);
    await serving.getByText(version).first().waitFor();

    await press('Roll back');
    const question = page.getByRole('alertdialog', { name: 'Roll back the model?' });
    await question.getByRole('button', { name: 'Roll back' }).click();
    await sees(/^default-\w+ serves again\.$/);
    const audited = await deployment.query<{ action: string; actor: string }>(
      `SELECT action, actor FROM audit_log WHERE action LIKE 'model.%' ORDER BY id`,
    );
    const actor = deployment.rep.email;
    expect(audited).toEqual([
      { action: 'model.publish', actor },
      { action: 'model.rollback', actor },
    ]);
  });

  it('still sees the catalogue and the stock while the recommender is down', async () => {
    await recommender.close();
    await page.goto(`${deployment.url}/recommender`);
    await sees('The recommender does not answer.');
    await page.getByRole('region', { name: 'Catalogue and stock' }).getByText('3', { exact: true }).first().waitFor();
  });
});
