import { randomUUID } from 'node:crypto';
import { until } from '@callside/test-kit';
import type { BrowserContext, Page } from 'playwright-core';
import { describeInBrowser, openBrowser, type TestBrowser } from './support/browser.ts';
import { openDesk, seeOffer, signInAt } from './support/console-pages.ts';
import { type Deployment, deploy } from './support/deployment.ts';
import { connectRecommender, deployRecommender, type RecommenderDeployment } from './support/recommender.ts';

describeInBrowser('a rep with offers beside the call', () => {
  let deployment: Deployment;
  let recommender: RecommenderDeployment;
  let browser: TestBrowser;
  let context: BrowserContext;
  let page: Page;
  /** The errors that the browser reports, such as a violation of the page's security policy. */
  let problems: string[] = [];

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
    problems = [];
    await deployment.post('call-ended');
    context = await browser.openContext();
    page = await newDesk();
  });

  afterEach(async () => {
    await browser.closePages();
    expect(problems).toEqual([]);
  });

  async function newDesk(inContext = context): Promise<Page> {
    const opened = await inContext.newPage();
    opened.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await openDesk(opened, deployment);
    return opened;
  }

  const offersIn = (at: Page) => at.getByRole('region', { name: 'Offers' });
  const listIn = (at: Page) => offersIn(at).getByRole('list', { name: 'Offers' });
  const offerOf = (at: Page, title: string) =>
    listIn(at)
      .getByRole('listitem')
      .filter({ has: at.getByRole('heading', { name: title }) });

  async function connectCall(): Promise<void> {
    await deployment.post('call-started', { phone_number: '+14155552671' });
    await seeOffer(page, offerOf(page, 'Ruby Pendant'));
  }

  async function purchasesOf(sku: string): Promise<{ qty: string; unit_price: string }[]> {
    return deployment.query('SELECT qty::text, unit_price::text FROM purchase_lines WHERE sku = $1', [sku]);
  }

  it('sees the offers with price, stock and its age, adds what the customer is buying, and sees the offers change', async () => {
    await connectCall();
    expect(await listIn(page).getByRole('listitem').count()).toBe(3);
    expect(await page.getByRole('button', { name: 'Sold: Ruby Pendant' }).count()).toBe(1);
    expect(await offerOf(page, 'Ruby Pendant').textContent()).toMatch(/\$129\.99[\s\S]*5 in stock/);
    await offersIn(page)
      .getByText(/^Stock as of/)
      .waitFor();
    const buying = page.getByRole('combobox', { name: 'Customer is buying now' });
    await buying.fill('saphire');
    await page.getByText('No product to add was found for “saphire”.').waitFor();
    await buying.fill('sapphire');
    // A row can be taken only when the search for its text has answered.
    const found = page.getByRole('option', { name: /^Sapphire Pendant/, disabled: false });
    await found.waitFor();
    // Enter takes only a highlighted row.
    await buying.press('Enter');
    expect(await found.count()).toBe(1);
    await buying.press('ArrowDown');
    await buying.press('Enter');
    await offerOf(page, 'Sapphire Pendant').waitFor({ state: 'detached' });
    await seeOffer(page, offerOf(page, 'Ruby Pendant'));
    expect(await listIn(page).getByRole('listitem').count()).toBe(2);
    await page.getByRole('button', { name: 'Remove Sapphire Pendant' }).click();
    await seeOffer(page, offerOf(page, 'Sapphire Pendant'));
  });

  it('looks up a product that is not offered, and sees why, in the language of the page', async () => {
    const setStock = async (units: number) => {
      await deployment.query("UPDATE stock_levels SET on_hand = $1, updated_at = now() WHERE sku = '403'", [units]);
      await deployment.query('UPDATE data_versions SET stock = stock + 1');
    };
    await setStock(0);
    try {
      // The recommender reads the stock about a second later.
      await connectCall();
      await until('it is not offered any more', async () => {
        await deployment.post('call-ended');
        const ofLastCall = offersIn(page).getByText(/^For the last call/);
        await ofLastCall.waitFor();
        await connectCall();
        await ofLastCall.waitFor({ state: 'detached' });
        // Until the offers of this call arrive, there are none.
        await seeOffer(page, offerOf(page, 'Ruby Pendant'));
        return (await offerOf(page, 'Opal Pendant').count()) === 0;
      });
      const lookUp = async (label: string, text: string) => {
        await page.getByRole('combobox', { name: label }).fill(text);
        await page
          .getByRole('option', { name: /Pendant/, disabled: false })
          .first()
          .click();
      };
      await lookUp('Why not this product?', 'opal');
      await offersIn(page)
        .getByText(/^It is out of stock since 20\d\d-\d\d-\d\d\.$/)
        .waitFor();
      await lookUp('Why not this product?', 'ruby');
      await offersIn(page)
        .getByText(/^It is offered, as number \d\.$/)
        .waitFor();
      await page.evaluate("localStorage.setItem('callside.language', 'de')");
      await page.reload();
      await lookUp('Warum nicht dieser Artikel?', 'opal');
      await page.getByText(/^Er ist nicht vorrätig\. \(.*20\d\d\)$/).waitFor();
    } finally {
      await setStock(5);
    }
  });

  it('looks up why not also when nothing is offered, but not when an experiment withholds the offers', async () => {
    await connectCall();
    const asking = '**/calls/*/offers';
    const answerWith = (change: object) =>
      page.route(asking, async (route) => {
        const response = await route.fetch();
        const answer = await response.json();
        await route.fulfill({ response, json: { ...answer, sequence: answer.sequence + 1, items: [], ...change } });
      });
    await answerWith({ next_question: { article_type: 'Ring', opens: 3, text: 'Ask the Ring size: opens 3 offers' } });
    const buying = page.getByRole('combobox', { name: 'Customer is buying now' });
    await buying.fill('opal');
    await page.getByRole('option', { name: /^Opal Pendant/, disabled: false }).waitFor();
    await buying.press('ArrowDown');
    await buying.press('Enter');
    await offersIn(page).getByText('No offers for this call.').waitFor();
    const whyNot = page.getByRole('combobox', { name: 'Why not this product?' });
    await whyNot.fill('saphire');
    await page.getByText('No product was found for “saphire”.').waitFor();
    await whyNot.press('Escape');
    await page.unroute(asking);
    await answerWith({ offers_withheld: 'experiment_holdout' });
    await page.getByRole('button', { name: 'Remove Opal Pendant' }).click();
    await page.locator('.why-not').waitFor({ state: 'detached' });
    await offersIn(page).getByText('No offers for this call.').waitFor();
  });

  it('records a sale without a change in the dialog, and sees it as a purchase in another tab and after a reload', async () => {
    await connectCall();
    const other = await newDesk();
    await offerOf(page, 'Ruby Pendant').getByRole('button', { name: 'Sold' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record sale' });
    await dialog.waitFor();
    expect(await dialog.getByLabel('Quantity').inputValue()).toBe('1');
    expect(await dialog.getByLabel('Price').inputValue()).toBe('129.99');
    await dialog.getByText('For one piece, in USD.').waitFor();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await until('the purchase is on file', async () => (await purchasesOf('402')).length === 1);
    expect(await purchasesOf('402')).toEqual([{ qty: '1', unit_price: '129.99' }]);
    await offerOf(page, 'Ruby Pendant').getByText('Sold: 1 × $129.99', { exact: true }).waitFor();
    await offerOf(other, 'Ruby Pendant').getByText('Sold: 1 × $129.99', { exact: true }).waitFor();
    await page.reload();
    await offerOf(page, 'Ruby Pendant').getByText('Sold: 1 × $129.99', { exact: true }).waitFor();
  });

  it('sees offers for a caller whose number is withheld when the dialler sends their customer code', async () => {
    await deployment.query(
      `INSERT INTO customers (id, brand_id, customer_id, name, phone_number)
       VALUES ($1, $2, 'W-1', 'Wendy Example', '+14155550161') ON CONFLICT DO NOTHING`,
      [randomUUID(), deployment.brand.id],
    );
    await deployment.post('call-started', { phone_number: 'anonymous', customer_id: 'W-1' });
    await seeOffer(page, offerOf(page, 'Ruby Pendant'));
  });

  it('finds a caller who withholds their number with the keyboard, and sees the offers change, also after a reload', async () => {
    await deployment.query(
      `INSERT INTO customers (id, brand_id, customer_id, name, phone_number)
       VALUES ($1, $3, 'F-1', 'Fiona Example', '+14155550171'), ($2, $3, NULL, 'Finn Example', '+14155550172')`,
      [randomUUID(), randomUUID(), deployment.brand.id],
    );
    await deployment.post('call-started', { phone_number: 'anonymous' });
    await seeOffer(page, offerOf(page, 'Ruby Pendant'));
    const askedFor = () =>
      deployment.query<{ phone: string }>('SELECT phone FROM recommendations ORDER BY created_at DESC LIMIT 1');
    expect(await askedFor()).toEqual([{ phone: '0000000000' }]);

    const card = page.getByRole('region', { name: 'Current call' });
    const field = card.getByRole('combobox', { name: 'Find customer' });
    await field.fill('nobody at all');
    await page.getByText('No customer found.').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByText('No customer found.').waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('nobody at all');

    await field.fill('fi exa');
    const option = page.getByRole('option', { name: /Finn Example/ });
    await option.waitFor();
    expect(await page.getByRole('option').count()).toBe(2);
    // Nothing is highlighted: Enter takes nothing.
    await page.keyboard.press('Enter');
    expect(await option.isVisible()).toBe(true);
    await until('the first row is highlighted', async () => {
      await page.keyboard.press('ArrowDown');
      return (await field.getAttribute('aria-activedescendant')) === (await option.getAttribute('id'));
    });
    await page.keyboard.press('Enter');
    await page.locator('.caller:focus').getByText('Finn Example').waitFor();
    await until('the offers are for the customer', async () => (await askedFor())[0]?.phone === '4155550172');

    await page.reload();
    await card.getByText('Finn Example').waitFor();
    await page.getByRole('button', { name: 'Pick another customer' }).click();
    await field.waitFor();
    await until('the offers are for nobody again', async () => (await askedFor())[0]?.phone === '0000000000');
  });

  it('sees prices with the digits of the currency of the organisation', async () => {
    await page.route('**/desk/me', async (route) => {
      const response = await route.fetch();
      const me = await response.json();
      await route.fulfill({ response, json: { ...me, brand_settings: { ...me.brand_settings, currency: 'JPY' } } });
    });
    await connectCall();
    await page.reload();
    await offersIn(page).getByText('¥130').first().waitFor();
    await offersIn(page).getByRole('button', { name: /^Sold/ }).first().click();
    const price = page.getByRole('dialog').getByLabel('Price');
    await price.fill('12800');
    await price.press('Tab');
    expect(await price.inputValue()).toBe('12800');
  });

  it.each([
    { notifications: 'prompt', bar: ['Sound on a new call', 'Allow desktop notifications', 'Keyboard shortcuts ?'] },
    { notifications: 'granted', bar: ['Sound on a new call', 'Keyboard shortcuts ?'] },
    { notifications: 'denied', bar: ['Sound on a new call', 'Keyboard shortcuts ?'] },
  ] as const)(
    'goes with the keyboard through the bar, then the call, the offers, the notes and what is beside them, with notifications $notifications',
    async ({ notifications, bar }) => {
      page = await newDesk(await browser.openContext({ notifications, viewport: { width: 1600, height: 900 } }));
      await connectCall();
      await listIn(page).waitFor();
      await page.getByRole('region', { name: 'Notes', exact: true }).waitFor();
      const inBar: unknown[] = [];
      const parts: string[] = [];
      await page.getByRole('checkbox', { name: bar[0] }).focus();
      for (let stops = 0; stops < 40; stops += 1) {
        const { name, part } = await focused(page);
        if (part !== undefined) parts.push(part);
        else if (parts.length === 0) inBar.push(name);
        else break;
        await page.keyboard.press('Tab');
      }
      expect(inBar).toEqual(bar);
      expect([...new Set(parts)]).toEqual(['now', 'desk-offers', 'desk-notes', 'desk-beside']);
      expect(parts).toEqual([...new Set(parts)].flatMap((part) => parts.filter((one) => one === part)));
    },
  );

  /** The name of the element with the focus, and the part of the desk that it is in; undefined outside the parts. */
  const focused = (at: Page) =>
    at.evaluate<{ name: string; part: string | undefined }>(`(({ activeElement }) => ({
      name: activeElement.labels?.[0]?.textContent || activeElement.textContent,
      part: activeElement.closest('.desk-grid > *')?.className,
    }))(document)`);

  it('goes to the parts of the desk with single keys, which do nothing while they type', async () => {
    await connectCall();
    for (const [key, target] of [
      ['n', '.notes textarea:focus'],
      ['b', '.anchors input:focus'],
      ['o', '.offer-actions button:focus'],
    ] as const) {
      await page.evaluate('document.activeElement.blur()');
      await page.keyboard.press(key);
      await page.locator(target).waitFor();
    }
    await page.keyboard.press('n');
    await page.keyboard.type('no?');
    expect(await page.locator('.notes textarea').inputValue()).toBe('no?');
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('records with one press why an offer was declined', async () => {
    await connectCall();
    await offerOf(page, 'Opal Pendant').getByRole('button', { name: 'Declined' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Record this reason' }).click();
    await dialog.getByText('Fill in this field.').waitFor();
    await page.locator('input:focus').waitFor();
    await dialog.getByRole('button', { name: 'Too expensive' }).click();
    await offerOf(page, 'Opal Pendant').getByText('Declined: Too expensive').waitFor();
    expect(
      await deployment.query('SELECT sku, outcome, reason FROM offer_outcomes WHERE outcome = $1', ['declined']),
    ).toEqual([{ sku: '403', outcome: 'declined', reason: 'price' }]);
  });

  it('records that the customer wants no offers, says so after a reload too, and takes it back', async () => {
    await connectCall();
    const why = offersIn(page).getByText('No offers: it is on file that this customer or this number wants none.');
    await offersIn(page).getByRole('button', { name: 'Customer wants no offers' }).click();
    await why.waitFor();
    expect(await listIn(page).count()).toBe(0);
    expect(await deployment.query('SELECT phone_number FROM objections')).toEqual([{ phone_number: '+14155552671' }]);
    await page.reload();
    await why.waitFor();
    await offersIn(page).getByRole('button', { name: 'Customer wants offers again' }).click();
    await seeOffer(page, offerOf(page, 'Ruby Pendant'));
    expect(await deployment.query('SELECT phone_number FROM objections')).toEqual([]);
  });

  it('keeps the focus at the button of an offer while its word changes', async () => {
    await connectCall();
    await offerOf(page, 'Ruby Pendant').getByRole('button', { name: 'Declined' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Too expensive' }).press('Enter');
    for (const word of ['Sold after all', 'Sold again']) {
      await page.locator('button:focus', { hasText: word }).press('Enter');
      await page.getByRole('dialog').getByLabel('Price').press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.locator('button:focus', { hasText: 'Sold again' }).waitFor();
  });

  it('sees after the call which call the offers were for, and can still record a sale', async () => {
    await connectCall();
    await deployment.post('call-ended');
    await offersIn(page).getByText('For the last call: +1 415 555 2671. It has ended.').waitFor();
    const edge = await page
      .locator('.offer-list > .offer')
      .first()
      .evaluate((card) => getComputedStyle(card).borderTopStyle);
    expect(edge).toBe('dashed');
    await offerOf(page, 'Sapphire Pendant').getByRole('button', { name: 'Sold' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Record sale' }).click();
    await until('the purchase is on file', async () => (await purchasesOf('401')).length === 1);
    await deployment.post('call-started', { phone_number: '+14155552673' });
    await offersIn(page)
      .getByText(/For the last call/)
      .waitFor({ state: 'detached' });
  });

  it('records a sale after a decline in a dialog that stays open and shows the desk, while the next call connects', async () => {
    await connectCall();
    await offerOf(page, 'Opal Pendant').getByRole('button', { name: 'Declined' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Too expensive' }).click();
    await page.locator('button:focus', { hasText: 'Sold after all' }).waitFor();
    // Parts load while the page is idle. A style comes with the desk, and a script imports others: an import resolves when all are loaded.
    for (const part of ['record-sale-dialog', 'follow-up-field', 'why-not']) {
      const script = `performance.getEntriesByType('resource').find(({ name }) => /${part}.*js$/.test(name))?.name`;
      await until(`the script of ${part} is loaded`, async () => (await page.evaluate(script)) !== undefined);
      await page.evaluate(`import(${script}).then(() => {})`);
    }
    // The dialog's code is there before the dialog is opened, and so are the icons of the browser tab.
    await page.route('**/assets/**', (route) => route.abort());
    await offerOf(page, 'Opal Pendant').getByRole('button', { name: 'Sold after all' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record sale' });
    const record = dialog.getByRole('button', { name: 'Record sale' });
    await dialog.getByLabel('Price').fill('');
    await record.click();
    await dialog.getByText('Enter a price.').waitFor();
    await page.keyboard.type('99.5');
    await page.route('**/outcomes', (route) => route.fulfill({ status: 503, json: { detail: 'not now' } }));
    await record.click();
    await dialog.getByRole('alert').getByText('not now').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Record sale');
    await page.unroute('**/outcomes');
    problems = [];

    await deployment.post('call-started', { phone_number: '+14155552674' });
    await dialog.getByText('New call: +1 415 555 2674').waitFor();
    await deployment.post('recording-paused', { event_id: randomUUID() });
    await dialog.getByText(/Do not take card details.*Pause requested/).waitFor();
    const spoken = page.locator('body > :not([inert], [aria-hidden=true]) > [aria-live="assertive"]');
    await spoken.getByText('Pause of the recording requested.').waitFor({ state: 'attached' });
    await page.locator('link[rel="icon"][href*="Recording%20paused"]').waitFor({ state: 'attached' });
    await dialog.getByText('For the call with +1 415 555 2671').waitFor();
    await record.click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.offers:focus').waitFor();
    await offersIn(page)
      .getByRole('status')
      .getByText('Recorded for the earlier call with +1 415 555 2671: Opal Pendant. Sold: 1 × $99.50')
      .waitFor();
    const [sale] = await deployment.query(
      `SELECT calls.phone_number, unit_price::float8 FROM offer_outcomes JOIN calls ON calls.id = call_id
        WHERE sku = '403' AND outcome = 'sold'`,
    );
    expect(sale).toEqual({ phone_number: '+14155552671', unit_price: 99.5 });
  });

  it('sees the offers for a minute after the call, with the right age of the stock, if the clock of the device is ahead', async () => {
    await page.clock.install({ time: new Date(Date.now() + 36_000_000) });
    await page.reload();
    await connectCall();
    await deployment.post('call-ended');
    await offersIn(page)
      .getByText(/For the last call/)
      .waitFor();
    // Not the ten hours of the clock. The stock was imported before the first test.
    await offersIn(page)
      .getByText(/^Stock as of (just now|\d+ min ago)$/)
      .waitFor();
  });

  it('keeps the dialog while it records and while it has a text, says that a sale was not recorded, and records it once', async () => {
    await connectCall();
    const outcomes = () => deployment.query(`SELECT sku FROM offer_outcomes WHERE sku = '401'`);
    const before = await outcomes();
    await offerOf(page, 'Sapphire Pendant').getByRole('button', { name: 'Declined' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Another reason').fill('Asks at home first');
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    expect(await dialog.getByLabel('Another reason').inputValue()).toBe('Asks at home first');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });

    let answer = () => {};
    const isTime = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/outcomes', async (route) => {
      await route.fetch();
      await isTime;
      await route.abort();
    });
    await offerOf(page, 'Sapphire Pendant').getByRole('button', { name: 'Sold' }).click();
    // Not the keyboard: the dialog may not have the focus yet.
    await dialog.getByLabel('Price').press('Enter');
    await dialog.getByRole('button', { name: 'Saving…' }).waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    answer();
    await dialog.getByRole('alert').getByText('Callside cannot be reached right now.').waitFor();
    await page.unroute('**/outcomes');
    await context.setOffline(true);
    await dialog.getByRole('button', { name: 'Record sale' }).click();
    await dialog.getByRole('button', { name: 'Saving…' }).waitFor({ state: 'detached' });
    await dialog.getByRole('alert').waitFor();
    await context.setOffline(false);
    await dialog.getByRole('button', { name: 'Record sale' }).click();
    await dialog.waitFor({ state: 'detached' });
    problems = [];
    expect(await outcomes()).toHaveLength(before.length + 1);
  });

  it('never sees the offers of a call beside the next one', async () => {
    await connectCall();
    // The offers of an earlier call are shown until then.
    await page.locator('.offers[data-ended="false"] .offer-list').waitFor();
    // Resolves in the same change of the page that shows the next call.
    await page.evaluate(`void (window.shown = new Promise((resolve) => {
      const first = document.querySelector('.call').dataset.call;
      new MutationObserver(() => {
        const card = document.querySelector('.call');
        if (card === null || card.dataset.call === first) return;
        const list = document.querySelector('.offer-list');
        resolve(list?.checkVisibility({ opacityProperty: true }) ? list.textContent : '');
      }).observe(document.querySelector('.ticket'), { childList: true, subtree: true });
    }))`);
    await deployment.post('call-started', { phone_number: '+14155552673' });
    expect(await page.evaluate('window.shown')).toBe('');
    await seeOffer(page, offerOf(page, 'Ruby Pendant'));
  });

  it('signs in again in the dialog of a sale, when the session has ended meanwhile', async () => {
    const own = await browser.openPage();
    await signInAt('/', own, deployment);
    await own.locator('.desk[data-link="live"]').waitFor();
    await connectCall();
    await offerOf(own, 'Sapphire Pendant').getByRole('button', { name: 'Sold' }).click();
    const dialog = own.getByRole('dialog', { name: 'Record sale' });
    await dialog.getByLabel('Price').fill('77.5');
    await deployment.query('UPDATE sessions SET expires_at = clock_timestamp()');
    await dialog.getByText('Sign in again', { exact: true }).click();
    await dialog.getByLabel('Sign-in token').fill(await deployment.token('api'));
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.getByText('Your session has ended').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Record sale' }).click();
    await dialog.waitFor({ state: 'detached' });
    await until('the purchase is on file', async () =>
      (await purchasesOf('401')).some(({ unit_price: price }) => Number(price) === 77.5),
    );
  });

  it('adds products while the offers are asked for, and keeps one whose request failed', async () => {
    await connectCall();
    const field = page.getByRole('combobox', { name: 'Customer is buying now' });
    const bought = offersIn(page).getByRole('list', { name: 'Customer is buying now' });
    let answer = () => {};
    const isTime = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/calls/*/offers', async (route) => {
      await isTime;
      await route.continue();
    });
    for (const title of ['Sapphire Pendant', 'Ruby Pendant']) {
      await field.fill(title);
      await page.getByRole('option', { name: new RegExp(`^${title}`), disabled: false }).waitFor();
      // With the keyboard: a click on a list that is not in its place yet scrolls the page, and that closes the list.
      await field.press('ArrowDown');
      await field.press('Enter');
      await bought.getByText(title).waitFor();
      expect(await field.evaluate('document.activeElement?.tagName')).toBe('INPUT');
    }
    answer();
    await offerOf(page, 'Ruby Pendant').waitFor({ state: 'detached' });
    expect(await bought.getByRole('listitem').count()).toBe(2);

    await page.unroute('**/calls/*/offers');
    await page.route('**/calls/*/offers', (route) => route.abort());
    await page.getByRole('button', { name: 'Remove Ruby Pendant' }).click();
    await offersIn(page).getByRole('alert').getByText('Callside cannot be reached right now.').waitFor();
    problems = [];
    await page.unroute('**/calls/*/offers');
    await offersIn(page).getByRole('button', { name: 'Try again' }).click();
    await seeOffer(page, offerOf(page, 'Ruby Pendant'));
    expect(await field.evaluate('document.activeElement?.tagName')).toBe('INPUT');
    expect(await bought.getByRole('listitem').count()).toBe(1);
  });

  it('continues the call when the recommender stops, sees a message about it, and records a sale that is reported later', async () => {
    await connectCall();
    await recommender.stop();
    await offerOf(page, 'Ruby Pendant').getByRole('button', { name: 'Sold' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Record sale' }).click();
    await offerOf(page, 'Ruby Pendant').getByText('Recorded; it will be reported.').waitFor();
    await deployment.post('hold-started');
    await page.getByText('On hold').first().waitFor();
    await deployment.post('call-started', { phone_number: '+14155552672' });
    await offersIn(page)
      .getByText(/did not answer/)
      .waitFor();
    const hasFocus = page.locator('button:focus', { hasText: 'Try again' });
    let ask = () => {};
    const isTime = new Promise<void>((resolve) => {
      ask = resolve;
    });
    await page.route('**/calls/*/offers', async (route) => {
      await isTime;
      await route.continue();
    });
    await offersIn(page).getByRole('button', { name: 'Try again' }).press('Enter');
    await offersIn(page).getByText('Asking what to offer…').waitFor();
    await hasFocus.waitFor();
    ask();
    await offersIn(page)
      .getByText(/did not answer/)
      .waitFor();
    await hasFocus.waitFor();
    await page.route('**/calls/*/offers', async (route) => {
      const response = await route.fetch();
      const unavailable = await response.json();
      await route.fulfill({ response, json: { ...unavailable, sequence: unavailable.sequence + 1, status: 'ready' } });
    });
    await page.keyboard.press('Enter');
    await offersIn(page).getByText('Nothing in the catalogue suits this customer right now.').waitFor();
    expect(await page.evaluate('document.activeElement.className')).toBe('offers');
    await page.getByText('+1 415 555 2672').first().waitFor();
    expect((await deployment.post('hold-started')).body).toMatchObject({ call_active: true });
  });
});
