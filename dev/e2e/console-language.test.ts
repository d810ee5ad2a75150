import { until } from '@callside/test-kit';
import type { Page } from 'playwright-core';
import { describeInBrowser, openBrowser, type TestBrowser } from './support/browser.ts';
import { openDesk, seeOffer } from './support/console-pages.ts';
import { type Deployment, deploy } from './support/deployment.ts';
import { connectRecommender, deployRecommender, type RecommenderDeployment } from './support/recommender.ts';

describeInBrowser('a console in German, in a browser in English', () => {
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
    page = await browser.openPage({ locale: 'en-US' });
    await page.addInitScript("localStorage.setItem('callside.language', 'de')");
  });
  afterEach(() => browser.closePages());

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  it.each([
    { sku: '402', title: 'Ruby Pendant', typed: '7,50', price: '7.50' },
    { sku: '403', title: 'Opal Pendant', typed: '1.234', price: '1234.00' },
    { sku: '401', title: 'Sapphire Pendant', typed: '19.9', price: '19.90' },
  ])('records a price that was typed as $typed', async ({ sku, title, typed, price }) => {
    await openDesk(page, deployment);
    await deployment.post('call-started', { phone_number: '+14155552671' });
    const offer = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
    await seeOffer(page, offer);
    await offer.getByText(`${title}, für 129,99 $.`).waitFor();
    await offer.getByRole('button', { name: 'Verkauft' }).click();
    const field = page.getByRole('dialog').getByLabel('Preis');
    expect(await field.inputValue()).toBe('129,99');
    await field.fill('');
    await field.pressSequentially(typed);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const sold = () =>
      deployment.query('SELECT unit_price::numeric(12,2)::text AS price FROM purchase_lines WHERE sku = $1', [sku]);
    await until('the purchase is on file', async () => (await sold()).length === 1);
    expect(await sold()).toEqual([{ price }]);
  });

  async function openAsOwner(path: string): Promise<void> {
    await deployment.query(`UPDATE users SET role = 'owner'`);
    await page.goto(deployment.url + path);
    await page.getByLabel('Anmelde-Token').fill(await deployment.token('api'));
    await press('Anmelden');
  }

  it('shows a page of owners in the language that was chosen on the desk, and in one that is chosen there', async () => {
    await openAsOwner('/events');
    await page.getByRole('heading', { name: 'Ereignisse', level: 1 }).waitFor();
    await page.getByLabel('Sprache').selectOption('fr');
    await page.getByRole('heading', { name: 'Événements', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Appels' }).click();
    await page.getByLabel('Langue').selectOption('es');
    await page.getByRole('link', { name: 'Resultados' }).click();
    await page.getByRole('heading', { name: 'Resultados', level: 1 }).waitFor();
  });

  it('reads a percentage as it is written on the page, and says beside the field that a text has no meaning', async () => {
    await openAsOwner('/settings/brand');
    const form = page.getByRole('form', { name: 'Erkundung' });
    const field = form.getByRole('textbox');
    await field.fill('5,5,5');
    await form.getByText('Geben Sie eine Zahl ein, etwa 5 %.').waitFor();
    await field.fill('5,5 %');
    await form.getByRole('button', { name: 'Speichern' }).click();
    await until('the percentage is on file', async () => {
      const [brand] = await deployment.query<{ rate: number }>('SELECT exploration_rate::float8 AS rate FROM brands');
      return brand?.rate === 0.055;
    });
    expect(await field.inputValue()).toMatch(/^5,5\s%$/);
  });

  it('says in the language of the page what the browser does not accept', async () => {
    await openAsOwner('/settings/people');
    const form = page.getByRole('form', { name: 'Person einladen' });
    await form.getByRole('textbox', { name: 'E-Mail' }).fill('alex');
    await form.getByRole('textbox', { name: 'E-Mail' }).press('Enter');
    await form.getByText('Geben Sie eine E-Mail-Adresse ein, etwa rep@example.com.').waitFor();
    await form.getByText('Füllen Sie dieses Feld aus.').waitFor();
  });
});
