import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describeInBrowser, openBrowser, type TestBrowser } from './support/browser.ts';
import { openDesk } from './support/console-pages.ts';
import { type Deployment, deploy } from './support/deployment.ts';

describeInBrowser('a rep whose call connects', () => {
  let deployment: Deployment;
  let browser: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    deployment = await deploy();
    await addCustomer('0042178', 'Ada Example', '+14155552671');
    await addCustomer('77', 'Zoe Example', '+14155552672');
    await addCustomer('78', 'Ben Example', '+14155552672');
    browser = await openBrowser();
    page = await browser.openPage();
    await openDesk(page, deployment);
    await page.getByText('No call right now').waitFor();
  });

  afterEach(async () => {
    await page.unrouteAll();
    await deployment.post('call-ended');
  });

  afterAll(async () => {
    await browser.close();
    await deployment.close();
  });

  const addCustomer = (code: string, name: string, number: string) =>
    deployment.query(
      'INSERT INTO customers (id, brand_id, customer_id, name, phone_number) VALUES ($1, $2, $3, $4, $5)',
      [randomUUID(), deployment.brand.id, code, name, number],
    );

  it.each<{ answer: string; call: object; says: string[] }>([
    {
      answer: 'who the customer is',
      call: { phone_number: '(415) 555-2671' },
      says: ['Ada Example', '+1 415 555 2671', '0042178'],
    },
    {
      answer: "the customer of the dialler's code, and the number on file where another one calls",
      call: { phone_number: '+14155552699', customer_id: '0042178' },
      says: ['Ada Example', '+1 415 555 2699', 'Number on file', '+1 415 555 2671'],
    },
    {
      answer: 'who shares the number',
      call: { phone_number: '+14155552672' },
      says: ['2 customers share this number', 'Ben Example', 'Zoe Example'],
    },
    {
      answer: 'that nobody has the number',
      call: { phone_number: '+14155552699' },
      says: ['No customer with this number', 'Find customer'],
    },
    {
      answer: 'that caller ID is withheld',
      call: { phone_number: 'anonymous' },
      says: ['Caller ID withheld', 'Find customer'],
    },
    {
      answer: 'that a number cannot be placed',
      call: { phone_number: '555-0134' },
      says: ['Number could not be placed'],
    },
  ])('sees $answer', async ({ call, says }) => {
    await deployment.post('call-started', call);
    const card = page.getByRole('region', { name: 'Current call' });
    for (const text of says) await card.getByText(text).first().waitFor();
  });

  it('picks a customer with the keyboard and takes it back, and the focus goes to the caller', async () => {
    await deployment.post('call-started', { phone_number: '+14155552672', customer_id: null });
    const focused = page.locator('.caller:focus');
    await page.getByText('Pick the customer to see their orders and calls.').waitFor();
    const card = page.getByRole('region', { name: 'Current call' });
    await card.getByRole('button', { name: 'Pick Zoe Example 77' }).press('Enter');
    await focused.getByText('Zoe Example').waitFor();
    await page.route('**/customer', (route) => route.abort());
    await page.getByRole('button', { name: 'Pick another customer' }).press('Enter');
    await page.getByRole('alert').getByText('The choice could not be saved.').waitFor();
    await page.unroute('**/customer');
    await page.getByRole('button', { name: 'Pick another customer' }).and(page.locator(':focus')).waitFor();
    const saved = page.waitForResponse('**/customer');
    await page.keyboard.press('Enter');
    expect((await saved).status()).toBe(200);
    await focused.getByText('2 customers share this number').waitFor();
  });

  it('tries again with the keyboard when orders and calls could not be read', async () => {
    await page.route('**/desk/calls/*', (route) => route.fulfill({ status: 409, json: { detail: 'no' } }));
    await deployment.post('call-started', { phone_number: '+14155552671' });
    const orders = page.getByRole('region', { name: 'Last orders' });
    await orders.getByText('The orders and calls could not be read.').waitFor();
    await page.unroute('**/desk/calls/*');
    await orders.getByRole('button', { name: 'Try again' }).press('Enter');
    await orders.getByText('No orders.').waitFor();
    await page.locator('section:focus', { hasText: 'Last orders' }).waitFor();
  });
});
