import { type CustomerMatch, type KnownCustomer, normaliseCode, storableText } from '@callside/schemas';
import type { ServiceProcess } from '@callside/test-kit';
import fc from 'fast-check';
import { addCustomer } from '../../test/support/customers.ts';
import { type Deployment, deploy, newRepOf, type RepAtWork } from '../../test/support/deployment.ts';
import { aNumber, anotherNumber, answer } from '../../test/support/dialler.ts';
import { addBrand, addUser } from '../../test/support/organisations.ts';
import type { Tab } from '../../test/support/tab.ts';

let deployment: Deployment;
let server: ServiceProcess;
let desk: RepAtWork;
let tab: Tab;

beforeAll(async () => {
  deployment = await deploy({ redisUrl: null });
  server = await deployment.start();
});
afterAll(() => deployment.close());

beforeEach(async () => {
  desk = await newRepOf(deployment);
  tab = await desk.tab(server);
});
afterEach(() => {
  tab.close();
  expect(tab.faults).toEqual([]);
});

const nobody = { customer_id: null, name: null, phone_number: null, candidates: [] };
const only = (customer: KnownCustomer): CustomerMatch => ({ match: 'one', ...customer, candidates: [] });
/** All characters of Unicode, 256 in each text. */
const allCharacters = Array.from({ length: 0x1100 }, (_each, block) =>
  storableText(String.fromCodePoint(...Array.from({ length: 0x100 }, (_one, index) => 0x100 * block + index))),
);

/** The customer that the tab shows after a call with these fields has started. */
async function shownFor(fields: Record<string, unknown> = {}): Promise<CustomerMatch | null> {
  tab.forget();
  await desk.on(server).send('call-started', fields);
  return (await tab.showsAfter(1)).customer;
}

describe('as soon as a call starts', () => {
  test('the rep sees the one customer who has the number', async () => {
    const ada = await addCustomer(deployment, desk.brand, {
      customer_id: '0042178',
      name: 'Ada Example',
      phone_number: aNumber,
    });
    expect(await shownFor()).toEqual(only(ada));
  });

  test('the rep sees the one customer with the number, even without a code and a name', async () => {
    const unnamed = await addCustomer(deployment, desk.brand, { phone_number: aNumber });
    expect(await shownFor()).toEqual(only(unnamed));
  });

  test('the rep sees all customers that share the number, sorted by name, none of them as the match', async () => {
    const zoe = await addCustomer(deployment, desk.brand, { customer_id: '1', name: 'Zoe', phone_number: aNumber });
    const ada = await addCustomer(deployment, desk.brand, { customer_id: '2', name: 'Ada', phone_number: aNumber });
    const unnamed = await addCustomer(deployment, desk.brand, { phone_number: aNumber });
    expect(await shownFor()).toEqual({ match: 'several', ...nobody, candidates: [ada, zoe, unnamed] });
  });

  test('the rep sees five of many customers, and that there are more, if a whole company shares the number', async () => {
    for (let code = 1; code <= 12; code++) {
      await addCustomer(deployment, desk.brand, { customer_id: `c${code}`, phone_number: aNumber });
    }
    const shown = await shownFor();
    expect(shown).toMatchObject({ match: 'several', more_candidates: true });
    expect(shown?.candidates).toHaveLength(5);
  });

  test('the rep sees that no customer has the number', async () => {
    await addCustomer(deployment, desk.brand, { customer_id: '1', phone_number: anotherNumber });
    expect(await shownFor()).toEqual({ match: 'none', ...nobody });
  });

  test.each(['anonymous', 'Withheld', '+266696687', '0000000000'])(
    'the rep sees that the number is withheld, if the platform sends %s',
    async (phone_number) => {
      expect(await shownFor({ phone_number })).toEqual({ match: 'withheld', ...nobody });
    },
  );

  test.each(['555-0134', 'extension 12', ' '])(
    'the rep sees that the number cannot be parsed, if the platform sends %j',
    async (phone_number) => {
      expect(await shownFor({ phone_number })).toEqual({ match: 'unplaceable', ...nobody });
    },
  );
});

describe('the customer code that the dialler sends', () => {
  test.each([aNumber, anotherNumber, 'anonymous', '555-0134'])(
    'takes precedence over the number %s, even if another customer has that number',
    async (phone_number) => {
      const ada = await addCustomer(deployment, desk.brand, { customer_id: '0042', name: 'Ada' });
      await addCustomer(deployment, desk.brand, { customer_id: '42', name: 'Ben', phone_number: aNumber });
      expect(await shownFor({ customer_id: '0042', phone_number })).toEqual(only(ada));
    },
  );

  test('is trimmed', async () => {
    const ada = await addCustomer(deployment, desk.brand, { customer_id: '0042', name: 'Ada' });
    expect(await shownFor({ customer_id: ' 0042 ' })).toEqual(only(ada));
  });

  test('has one normal form in the service and in the database', async () => {
    const trimmed = [...allCharacters.join('')].filter((character) => normaliseCode(character) === '');
    const codes = fc.sample(fc.string({ unit: fc.constantFrom('A', '7', ...trimmed), maxLength: 6 }), 1_000);
    const sent = [...allCharacters, ...trimmed.map((character) => `${character}A${character}`), ...codes];
    const normalised = await deployment.query<{ code: string }>(
      `SELECT customer_code(code) AS code FROM unnest($1::text[]) WITH ORDINALITY AS sent (code, number) ORDER BY number`,
      [sent],
    );
    expect(normalised.map(({ code }) => code)).toEqual(sent.map(normaliseCode));
  });

  test('falls back to the number if the brand does not have the code', async () => {
    const ben = await addCustomer(deployment, desk.brand, { customer_id: '42', name: 'Ben', phone_number: aNumber });
    expect(await shownFor({ customer_id: '0042' })).toEqual(only(ben));
  });

  test('does not change the live call on a later event', async () => {
    await addCustomer(deployment, desk.brand, { customer_id: '0042', name: 'Ada' });
    await shownFor();
    await desk.on(server).send('hold-started', { customer_id: '0042' });
    expect(await tab.showsAfter(2)).toMatchObject({ call: { on_hold: true }, customer: { match: 'none' } });
  });
});

describe('a number in a national format', () => {
  test.each([
    ['GB', '020 7946 0958', '+442079460958'],
    ['US', '(415) 555-0134', '+14155550134'],
  ])('a national number of %s, %s, finds the customer with %s', async (country, phone_number, onFile) => {
    desk = await newRepOf(deployment, { brand: await addBrand(deployment, { country }) });
    tab.close();
    tab = await desk.tab(server);
    const ada = await addCustomer(deployment, desk.brand, { name: 'Ada', phone_number: onFile });
    expect(await shownFor({ phone_number })).toEqual(only(ada));
  });
});

test('the customers of a brand are unknown to another brand, by number and by code', async () => {
  const other = await addBrand(deployment);
  await addCustomer(deployment, other, { customer_id: '0042', name: 'Ada', phone_number: aNumber });
  expect(await shownFor({ customer_id: '0042' })).toEqual({ match: 'none', ...nobody });
});

describe('after a call has started', () => {
  test('its customer stays the same through hold, pause and a resend, until its end', async () => {
    const ada = await addCustomer(deployment, desk.brand, { name: 'Ada', phone_number: aNumber });
    const { send } = desk.on(server);
    await send('call-started');
    await send('hold-started');
    await send('recording-paused', { event_id: 'pause' });
    expect((await send('call-started', { customer_id: 'another code' })).json).toEqual(answer({ duplicate: true }));
    await send('call-ended');
    await tab.showsAfter(4);
    expect(tab.events.map(({ state }) => state.customer)).toEqual([only(ada), only(ada), only(ada), null]);
  });

  test('a tab that opens later, and a retried pause, get the same customer', async () => {
    const ada = await addCustomer(deployment, desk.brand, { name: 'Ada', phone_number: aNumber });
    const { send } = desk.on(server);
    await send('call-started');
    await send('recording-paused', { event_id: 'pause' });
    const late = await desk.tab(server);
    expect(late.state?.customer).toEqual(only(ada));
    await send('recording-paused', { event_id: 'pause' });
    await late.hears('call.event');
    expect(late.events.map(({ state }) => state.customer)).toEqual([only(ada)]);
    late.close();
  });

  test('a customer imported or renamed during the call is shown with the next call', async () => {
    expect(await shownFor()).toMatchObject({ match: 'none' });
    await addCustomer(deployment, desk.brand, { name: 'Ada', phone_number: aNumber });
    await desk.on(server).send('hold-started');
    expect((await tab.showsAfter(2)).customer).toMatchObject({ match: 'none' });
    await desk.on(server).send('call-ended');
    await tab.showsAfter(3);
    expect(await shownFor()).toMatchObject({ match: 'one', name: 'Ada' });
  });

  test('a superseding call has its own customer, after an end without one', async () => {
    await addCustomer(deployment, desk.brand, { name: 'Ada', phone_number: aNumber });
    await addCustomer(deployment, desk.brand, { name: 'Ben', phone_number: anotherNumber });
    await shownFor();
    await desk.on(server).send('call-started', { phone_number: anotherNumber });
    await tab.hears('call.event', 3);
    expect(tab.events.map(({ event, state }) => [event, state.customer?.name])).toEqual([
      ['call-started', 'Ada'],
      ['call-ended', undefined],
      ['call-started', 'Ben'],
    ]);
  });

  test('starts that are recorded together keep their own customers', async () => {
    const numbers = Array.from({ length: 20 }, (_each, index) => `+1415555${1000 + index}`);
    const desks = await Promise.all(
      numbers.map(async (phone_number, index) => {
        if (index % 3 > 0) await addCustomer(deployment, desk.brand, { name: phone_number, phone_number });
        return { rep: await addUser(deployment, desk.brand), phone_number, isOnFile: index % 3 > 0 };
      }),
    );
    const dialler = desk.on(server);
    await Promise.all(
      desks.map(({ rep, phone_number }) => dialler.send('call-started', { agent_email: rep.email, phone_number })),
    );
    const kept = await deployment.query<{ user_id: string; customer: CustomerMatch }>(
      'SELECT user_id, customer FROM rep_state WHERE user_id = ANY ($1::uuid[])',
      [desks.map(({ rep }) => rep.id)],
    );
    const nameOf = new Map(kept.map(({ user_id, customer }) => [user_id, customer.name]));
    for (const { rep, phone_number, isOnFile } of desks) {
      expect(nameOf.get(rep.id)).toBe(isOnFile ? phone_number : null);
    }
  });
});
