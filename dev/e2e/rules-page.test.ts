import type { Page } from 'playwright-core';
import { describeInBrowser, openBrowser, type TestBrowser } from './support/browser.ts';
import { signInAt } from './support/console-pages.ts';
import { type Deployment, deploy } from './support/deployment.ts';

describeInBrowser('an owner with merchandising rules', () => {
  let deployment: Deployment;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    deployment = await deploy();
    await deployment.query(`UPDATE users SET role = 'owner'`, []);
    await deployment.query(
      `INSERT INTO catalog_items (brand_id, sku, title, web_price, article_type, attributes)
       VALUES ($1, '1001', 'Sapphire Pendant', 129.99, 'Pendant', '{}')`,
      [deployment.brand.id],
    );
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await deployment.close();
  });

  beforeEach(async () => {
    page = await browser.openPage();
    await signInAt('/recommender', page, deployment);
  });
  afterEach(() => browser.closePages());

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const form = () => page.getByRole('form', { name: 'Add a rule' });
  const field = (name: string) => form().getByLabel(name, { exact: true });
  const sku = () => form().getByRole('combobox', { name: 'SKU', exact: true });
  const table = () => page.getByRole('table', { name: 'Merchandising rules' });

  async function choose(label: string, option: string) {
    await form().getByRole('button', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }

  it('sees what is wrong beside the field, corrects it, and removes the rule again', async () => {
    await field('Name').fill('Summer pin');
    await sku().fill('1002');
    await sku().press('Escape');
    await field('Place in the list').fill('11');
    await press('Add rule');
    await form().getByText('Use 1 to 64 lower-case letters, digits and hyphens.').waitFor();
    await form().getByText('Enter a whole number from 1 to 10.').waitFor();
    await field('Name').fill('summer-pin');
    await field('Place in the list').fill('1');
    await field('First day').fill('2026-06-01');
    await press('Add rule');
    await form().getByText('The catalogue has no product with this SKU. Choose one from the list.').waitFor();
    await sku().fill('sapph');
    await page.getByRole('option', { name: /Sapphire Pendant/, disabled: false }).waitFor();
    await sku().press('ArrowDown');
    await sku().press('Enter');
    expect(await sku().inputValue()).toBe('1001');
    await press('Add rule');
    await page.getByText('The rule summer-pin is added. The offers follow within 5 seconds.').waitFor();
    const row = table().getByRole('row', { name: /summer-pin/ });
    await row.getByText('Pin at place 1').waitFor();
    await row.getByText('From Jun 1, 2026', { exact: true }).waitFor();
    await press('Remove summer-pin');
    await page.getByRole('alertdialog', { name: 'Remove the rule summer-pin?' }).waitFor();
    await press('Remove');
    await page.locator('.outcome:focus', { hasText: 'The rule summer-pin is removed.' }).waitFor();
    await page.getByText('There is no rule yet.').waitFor();
  });

  it('adds a rule once with two clicks at the same time, and sees that its last day is over', async () => {
    await field('Name').fill('old-pin');
    await sku().fill('1001');
    await sku().press('Escape');
    await field('Place in the list').fill('1');
    await field('First day').fill('2026-02-02');
    await field('Last day').fill('2026-02-01');
    await press('Add rule');
    await form().getByText('The last day must not be before the first day.').waitFor();
    await field('Last day').fill('2026-02-03');
    let requests = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/rules')) requests += 1;
    });
    await page.evaluate(`{
      const button = document.querySelector('form[aria-label="Add a rule"] button[type=submit]');
      button.click();
      button.click();
    }`);
    await page.getByText('The rule old-pin is added, but its last day is over').waitFor();
    expect(requests).toBe(1);
    await table()
      .getByRole('row', { name: /old-pin/ })
      .getByText('Feb 2, 2026 – Feb 3, 2026 Over')
      .waitFor();
  });

  it('is asked before a rule is lost of which anything was typed', async () => {
    await sku().fill('1001');
    await sku().press('Escape');
    await page.getByRole('link', { name: 'Results' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay here' }).click();
    expect(await sku().inputValue()).toBe('1001');
  });

  it('adds a boost of a value of the catalogue', async () => {
    await field('Name').fill('more-silver');
    await choose('Effect', 'Lowest price');
    await form().getByText('In USD.').waitFor();
    await form().getByRole('textbox', { name: 'Lowest price' }).fill('7.555');
    await press('Add rule');
    await form().getByText('Use at most 2 decimals.').waitFor();
    await choose('Effect', 'Boost');
    await choose('About', 'A value of the catalogue');
    await field('Column of the catalogue').fill('metal');
    await field('Value').fill('silver');
    await field('Factor').fill('2');
    await press('Add rule');
    await table()
      .getByRole('row', { name: /more-silver/ })
      .getByText('metal: silver')
      .waitFor();
    const [rule] = await deployment.query<{ definition: unknown }>(
      `SELECT definition FROM merchandising_rules WHERE name = 'more-silver'`,
    );
    expect(rule?.definition).toMatchObject({ kind: 'boost', attribute: 'metal', value: 'silver', factor: 2 });
  });

  it('imports a file after a look at what the import would do', async () => {
    await page.getByRole('link', { name: 'Import a file' }).click();
    await page.getByRole('heading', { name: 'Import a file', level: 1 }).waitFor();
    await press('Check the file');
    await page.getByText('Choose a file first.').waitFor();
    const rows = 'sku,title,web_price,article_type\n2001,Opal ring,99,ring\n2002,,1,ring\n';
    const file = { name: 'catalogue.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) };
    await page.getByLabel('Choose a file', { exact: true }).setInputFiles(file);
    await press('Check the file');
    await page.getByText('Nothing is written yet.').waitFor();
    await page
      .getByRole('table', { name: 'Rejected rows' })
      .getByRole('row', { name: /3.*title/ })
      .waitFor();
    const stored = () => deployment.query(`SELECT sku FROM catalog_items WHERE sku LIKE '200%'`);
    expect(await stored()).toEqual([]);
    await press('Import');
    await page.locator('.outcome:focus', { hasText: 'The file is imported.' }).waitFor();
    expect(await stored()).toEqual([{ sku: '2001' }]);
  });

  it('sees what is wrong with a file that has other columns', async () => {
    await page.getByRole('link', { name: 'Import a file' }).click();
    const file = { name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') };
    await page.getByLabel('Choose a file', { exact: true }).setInputFiles(file);
    await press('Check the file');
    await page.getByText(/stock\.csv lacks the columns sku/).waitFor();
  });
});
