import { randomUUID } from 'node:crypto';
import { type CommandBench, createBrand, createCommandBench } from '../support/command-bench.ts';

let bench: CommandBench;
let brandId: string;
let userId: string;
const number = '+14155552671';

const tables = [
  'customers',
  'order_lines',
  'calls',
  'chats',
  'transcription_sessions',
  'transcription_chunks',
  'recommendations',
  'purchases',
  'purchase_lines',
];

beforeAll(async () => {
  bench = await createCommandBench();
  await createBrand(bench, 'acme');
  const [brand] = await bench.database.query<{ id: string }>("SELECT id FROM brands WHERE slug = 'acme'");
  brandId = brand?.id ?? '';
  userId = randomUUID();
  await bench.database.query("INSERT INTO users (id, brand_id, email, name) VALUES ($1, $2, 'rep@acme.example', 'R')", [
    userId,
    brandId,
  ]);
});
beforeEach(async () => {
  await bench.database.query(`TRUNCATE ${tables.join(', ')}, call_events, data_versions CASCADE`);
});
afterAll(() => bench.close());

/** A customer with an order, a call with a transcript, and a recommendation with a purchase. */
async function fileCustomer(phone: string, code: string | null, { live = false, email = 'rep@acme.example' } = {}) {
  const [customer, call, session, offer, sale] = Array.from({ length: 5 }, () => randomUUID());
  const run = bench.database.query;
  const ofRecommender = phone.startsWith('+1') ? phone.slice(2) : phone;
  await run('INSERT INTO customers (id, brand_id, customer_id, phone_number, name) VALUES ($1, $2, $3, $4, $5)', [
    customer,
    brandId,
    code,
    phone,
    'Kim',
  ]);
  await run("INSERT INTO order_lines (brand_id, customer_id, sku, order_date) VALUES ($1, $2, '7', '2026-01-01')", [
    brandId,
    customer,
  ]);
  await run(
    `INSERT INTO calls (id, reference, brand_id, user_id, agent_email, phone_number, customer_id, started_at, ended_at, end_reason)
     VALUES ($1, $2, $3, $4, $5, $6, $7, now(), CASE WHEN $8 THEN NULL ELSE now() END, CASE WHEN $8 THEN NULL ELSE 'ended' END)`,
    [call, randomUUID(), brandId, userId, email, phone, code, live],
  );
  await run('INSERT INTO chats (id, brand_id, call_id) VALUES ($1, $2, $3)', [randomUUID(), brandId, call]);
  await run('INSERT INTO transcription_sessions (id, brand_id, user_id, call_id) VALUES ($1, $2, $3, $4)', [
    session,
    brandId,
    userId,
    call,
  ]);
  await run(
    `INSERT INTO transcription_chunks (session_id, sequence, speaker, text, started_at, ended_at)
     VALUES ($1, 1, 'customer', 'my card is 4111', now(), now())`,
    [session],
  );
  await run(
    `INSERT INTO call_events (brand_id, event, event_id, event_id_sha256, agent_email, call_id, phone_number, customer_id,
                              metadata, occurred_at, received_at, agent_resolved, call_active)
     VALUES ($1, 'call-started', $2::text, sha256($2::text::bytea), $3, $4, $5, $6, '{"note":"Kim"}', now(), now(), true, true),
            ($1, 'hold-started', NULL, NULL, $3, $4, NULL, NULL, '{"note":"Kim again"}', now(), now(), true, true)`,
    [brandId, `start ${call}`, email, call, phone, code],
  );
  await run(
    `INSERT INTO call_offers (id, brand_id, call_id, user_id, sequence, status) VALUES ($1, $2, $3, $4, 1, 'ready')`,
    [randomUUID(), brandId, call, userId],
  );
  await run(
    `INSERT INTO offer_outcomes (id, brand_id, call_id, user_id, recommendation_id, sku, outcome, reason, outcome_id)
     VALUES ($1, $2, $3, $4, $5, '7', 'declined', 'Kim has it', 'a')`,
    [randomUUID(), brandId, call, userId, offer],
  );
  await run(
    `INSERT INTO recommendations (id, brand_id, phone, source, num_items, check_stock, anchors, history_size, fallback,
                                  feature_schema_hash, artifact_version, catalog_version, offered_skus, offers, offer_features)
     VALUES ($1, $2, $3, 'ivr', 1, false, '{}', 1, false, 'h', 'a', 'c', '{7}', '[]', '')`,
    [offer, brandId, ofRecommender],
  );
  await run(
    `INSERT INTO purchases (id, brand_id, recommendation_id, phone, purchased_skus, matched_skus, converted, attributed_revenue)
     VALUES ($1, $2, $3, $4, '{7}', '{7}', true, 1)`,
    [sale, brandId, offer, ofRecommender],
  );
  await run(
    `INSERT INTO purchase_lines (purchase_id, brand_id, recommendation_id, sku, qty, matched) VALUES ($1, $2, $3, '7', 1, true)`,
    [sale, brandId, offer],
  );
}

async function rowCounts(): Promise<Record<string, number>> {
  const counts = tables.map((table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`);
  const [row] = await bench.database.query<Record<string, number>>(`SELECT ${counts.join(', ')}`);
  return row ?? {};
}

const ofEach = (count: number) => Object.fromEntries(tables.map((table) => [table, count]));
const erase = (...args: string[]) => bench.json('customer', 'erase', '--brand', 'acme', ...args);

it('deletes all data of a number, in any notation, and no other data; a second run finds nothing', async () => {
  await fileCustomer(number, '0042');
  await fileCustomer('+14155559999', '0043');
  const all = { ...ofEach(1), call_events: 2, live_calls: 0 };
  const whole = { ...all, found: [{ customer_id: '0042', name: 'Kim' }], left: [] };
  expect(await erase('--phone', '(415) 555-2671', '--dry-run')).toEqual({ ...whole, dry_run: true });
  expect(await rowCounts()).toEqual(ofEach(2));

  expect(await erase('--phone', '(415) 555-2671')).toEqual({ ...whole, dry_run: false });
  expect(await rowCounts()).toEqual(ofEach(1));
  expect(
    await bench.database.query(
      'SELECT (SELECT count(*)::int FROM call_offers) AS offers, (SELECT count(*)::int FROM offer_outcomes) AS outcomes',
    ),
  ).toEqual([{ offers: 1, outcomes: 1 }]);
  const events = await bench.database.query(
    `SELECT call_id IS NULL AS without_call, phone_number, customer_id, metadata::text, event_id IS NULL AS nameless
       FROM call_events WHERE call_id IS NULL ORDER BY id`,
  );
  const emptied = { without_call: true, phone_number: null, customer_id: null, metadata: '{}' };
  expect(events).toEqual([
    { ...emptied, nameless: false },
    { ...emptied, nameless: true },
  ]);
  const nothing = { ...ofEach(0), call_events: 0, live_calls: 0, found: [], left: [] };
  expect(await erase('--phone', number)).toEqual({ ...nothing, dry_run: false });
});

it('a national number of ten digits is that of the country of the brand, not one of the United States', async () => {
  await fileCustomer('+525512345678', null);
  await fileCustomer('+15512345678', null);
  await bench.database.query("UPDATE brands SET country = 'MX' WHERE slug = 'acme'");
  try {
    expect(await erase('--phone', '55 1234 5678')).toMatchObject({ customers: 1, calls: 1 });
    expect(await erase('--phone', '+52 55 1234 5678')).toMatchObject({ customers: 0 });
  } finally {
    await bench.database.query("UPDATE brands SET country = 'US' WHERE slug = 'acme'");
  }
  expect(await bench.database.query('SELECT phone_number FROM customers')).toEqual([{ phone_number: '+15512345678' }]);
  expect(await bench.database.query("SELECT phone FROM recommendations WHERE phone = '5512345678'")).toHaveLength(1);
});

/** As the service stores what a platform sent, if the number could not be placed. */
async function fileCaller(stored: string) {
  await fileCustomer(number, null);
  await bench.database.query('UPDATE calls SET phone_number = $1 WHERE phone_number = $2', [stored, number]);
  await bench.database.query('UPDATE call_events SET phone_number = $1 WHERE phone_number = $2', [stored, number]);
}

it.each([
  ['sip:+14155552671@pbx.example', []],
  ['0014155552671', []],
  ['+14155552671;ext=5', []],
  ['(415) 555-2671 x12', []],
  ['4155552671#', []],
  ['whatsapp:+14155552671', ['--customer-id', '0042']],
  ['"Kim" <tel:+1-415-555-2671;ext=5>', ['--customer-id', '0042']],
])('finds the calls of a number that is stored as %j', async (stored, args) => {
  await fileCaller(stored);
  if (args.length > 0) await bench.database.query("UPDATE customers SET customer_id = '0042'");
  const erased = await erase(...(args.length > 0 ? args : ['--phone', '415-555-2671']));
  expect(erased).toMatchObject({ customers: 1, calls: 1, call_events: 2, transcription_chunks: 1, left: [] });
  expect(await rowCounts()).toEqual(ofEach(0));
});

it('a text that is too long to be a number is left alone, and not read', async () => {
  await fileCaller(`${'x'.repeat(600)} 4155552671`);
  expect(await erase('--phone', number)).toMatchObject({ customers: 1, calls: 0, left: [] });
  expect(await rowCounts()).toMatchObject({ customers: 0, calls: 1 });
});

it('names what has the digits of the number and others, and deletes it by exactly that text', async () => {
  await fileCaller('4155552671-998');
  await bench.database.query('UPDATE customers SET phone_number = $1', ['+14155550000']);
  const what = 'the number 4155552671-998';
  const left = [{ what, count: 2, reason: expect.stringContaining('it contains the digits') }];
  expect(await erase('--phone', number)).toMatchObject({ calls: 0, left });
  const { stdout } = await bench.run('customer', 'erase', '--brand', 'acme', '--phone', number);
  expect(stdout).toContain(`Left:\n  ${what} (2): it contains the digits`);
  expect(await erase('--phone', '4155552671-998')).toMatchObject({ calls: 1, left: [] });
});

it('a number that several customers have is deleted with --yes only, and the customers are named', async () => {
  await fileCustomer(number, '0042');
  await fileCustomer(number, '0043');
  await bench.database.query("UPDATE customers SET name = 'Lee' WHERE customer_id = '0043'");
  const refused = await bench.run('customer', 'erase', '--brand', 'acme', '--phone', number, '--json');
  expect([refused.code, JSON.parse(refused.stdout).error]).toEqual([
    1,
    {
      code: 'conflict',
      message: '2 customers share this number: 0042 Kim, 0043 Lee',
      hint: '--customer-id deletes one of them, --yes all of them',
    },
  ]);
  expect(await rowCounts()).toEqual(ofEach(2));
  const found = [
    { customer_id: '0042', name: 'Kim' },
    { customer_id: '0043', name: 'Lee' },
  ];
  expect(await erase('--phone', number, '--dry-run')).toMatchObject({ customers: 2, found });
  await bench.database.query("UPDATE calls SET customer_id = NULL WHERE customer_id = '0042'");
  expect(await erase('--customer-id', '0042', '--dry-run')).toMatchObject({
    left: [{ what: `calls with the number ${number}`, count: 1, reason: expect.stringContaining('share the number') }],
  });
  expect(await erase('--phone', number, '--yes')).toMatchObject({ customers: 2, found });
  expect(await rowCounts()).toEqual(ofEach(0));
});

it('a number of another country is not that of the United States with the same digits', async () => {
  await fileCustomer('+6591234567', '0042');
  await fileCustomer('+16591234567', null);
  const ofCaller = { customers: 1, calls: 1, recommendations: 1 };
  expect(await erase('--phone', '+65 9123 4567', '--dry-run')).toMatchObject(ofCaller);
  expect(await erase('--customer-id', '0042')).toMatchObject(ofCaller);
  expect(await bench.database.query('SELECT phone_number FROM customers')).toEqual([{ phone_number: '+16591234567' }]);
  expect(await bench.database.query('SELECT phone FROM recommendations')).toEqual([{ phone: '6591234567' }]);
});

it.each([
  ['whose rep picked the customer without a code', '--phone', number],
  ['of their number, whomever the rep picked', '--phone', '+14155559999'],
])('deletes the calls %s', async (_, by, who) => {
  await fileCustomer('+14155559999', null);
  await fileCustomer(number, null);
  await bench.database.query(
    `UPDATE calls SET picked_customer_id = '', picked_phone_number = $1 WHERE phone_number = '+14155559999'`,
    [number],
  );
  expect(await erase(by, who)).toMatchObject({ customers: 1, calls: who === number ? 2 : 1 });
});

it('keeps a call with the number of a code whose rep picked a customer without a code', async () => {
  await fileCustomer(number, '0042');
  await fileCustomer('+14155559999', null);
  await bench.database.query(
    `UPDATE calls SET customer_id = NULL, picked_customer_id = '', picked_phone_number = '+14155559999'`,
  );
  expect(await erase('--customer-id', '0042')).toMatchObject({ customers: 1, calls: 0 });
});

it('clears the code of a call whose rep picked another customer, and keeps the call', async () => {
  await fileCustomer(number, '0042');
  await bench.database.query("UPDATE calls SET picked_customer_id = '0043'");
  await bench.database.query("UPDATE offer_outcomes SET customer_id = '0042', phone_number = '+14155550100'");
  await erase('--customer-id', '0042');
  expect(await bench.database.query('SELECT customer_id, phone_number FROM offer_outcomes')).toEqual([
    { customer_id: null, phone_number: null },
  ]);
  expect(await bench.database.query('SELECT customer_id, picked_customer_id FROM calls')).toEqual([
    { customer_id: null, picked_customer_id: '0043' },
  ]);
});

it('names a live call whose rep picked another customer, and clears its code when it is over', async () => {
  await fileCustomer(number, '0042', { live: true });
  await bench.database.query("UPDATE calls SET picked_customer_id = '0043'");
  const { code, stdout } = await bench.run('customer', 'erase', '--brand', 'acme', '--customer-id', '0042', '--json');
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 1, live_calls: 1, left: [{ count: 1 }] });
  await bench.database.query("UPDATE calls SET ended_at = now(), end_reason = 'ended'");
  expect(await erase('--customer-id', '0042')).toMatchObject({ live_calls: 0, left: [] });
  expect(await bench.database.query('SELECT customer_id FROM calls')).toEqual([{ customer_id: null }]);
});

it('deletes what the recommender was asked for nobody on a call whose customer was found later', async () => {
  await fileCustomer(number, '0042');
  await bench.database.query("UPDATE recommendations SET phone = '0000000000'");
  await bench.database.query('UPDATE call_offers SET recommendation_id = (SELECT id FROM recommendations)');
  await fileCustomer('+14155559999', '0043');
  await bench.database.query("UPDATE recommendations SET phone = '0000000000'");
  expect(await erase('--customer-id', '0042')).toMatchObject({ calls: 1, recommendations: 1 });
  expect(await rowCounts()).toMatchObject({ recommendations: 1 });
});

it('finds a customer by code with their number', async () => {
  await fileCustomer(number, '0042');
  expect(await erase('--customer-id', '0042')).toMatchObject(ofEach(1));
  expect(await rowCounts()).toEqual(ofEach(0));
});

it('compares codes as imports store them: without invisible characters and the white space around them', async () => {
  await fileCustomer(number, '0042');
  await fileCustomer(number, '0043');
  const sent = '\u200E0042\u00A0';
  await bench.database.query("UPDATE calls SET customer_id = $1 WHERE customer_id = '0042'", [sent]);
  await bench.database.query("UPDATE call_events SET customer_id = $1 WHERE customer_id = '0042'", [sent]);
  expect(await erase('--customer-id', sent)).toMatchObject({ customers: 1, calls: 1, call_events: 2 });
});

it('does not use a number that another customer has as well', async () => {
  await fileCustomer(number, '0042');
  await fileCustomer(number, '0043');
  expect(await erase('--customer-id', '0042')).toMatchObject({ customers: 1, calls: 1, recommendations: 0 });
  expect(await rowCounts()).toMatchObject({ customers: 1, order_lines: 1, calls: 1, recommendations: 2 });
});

it('finds recommendations that name the customer by their code, under any number', async () => {
  await fileCustomer(number, '0042');
  await fileCustomer(number, '0043');
  await bench.database.query("UPDATE recommendations SET customer_id = '0042', phone = '0000000000'");
  expect(await erase('--customer-id', '0043', '--dry-run')).toMatchObject({ recommendations: 0 });
  expect(await erase('--customer-id', '0042')).toMatchObject({ recommendations: 2, purchases: 2, purchase_lines: 2 });
  expect(await rowCounts()).toMatchObject({ customers: 1, recommendations: 0, purchases: 0, purchase_lines: 0 });
});

it('by code, keeps the recommendations that name another customer by their code under the same number', async () => {
  await fileCustomer(number, '0042');
  await bench.database.query("UPDATE recommendations SET customer_id = '0043'");
  expect(await erase('--customer-id', '0042')).toMatchObject({ recommendations: 0, purchases: 0, purchase_lines: 0 });
  expect(await rowCounts()).toMatchObject({ recommendations: 1, purchases: 1, purchase_lines: 1 });
  expect(await erase('--phone', number)).toMatchObject({ recommendations: 1, purchases: 1, purchase_lines: 1 });
});

it('keeps a live call, reports it and exits with 1', async () => {
  await fileCustomer(number, null, { live: true });
  const { code, stdout, stderr } = await bench.run('customer', 'erase', '--brand', 'acme', '--phone', number, '--json');
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ live_calls: 1, calls: 0, call_events: 0, customers: 0 });
  expect(stderr).toContain('run the command again when it is over');
  expect(await rowCounts()).toMatchObject({ calls: 1, chats: 1, customers: 1, order_lines: 0 });
});

it('finds by code, after a live call has ended, what only the number names', async () => {
  await fileCustomer(number, '0042', { live: true });
  await bench.database.query('UPDATE calls SET customer_id = NULL');
  await bench.database.query('UPDATE call_events SET customer_id = NULL');
  expect((await bench.run('customer', 'erase', '--brand', 'acme', '--customer-id', '0042')).code).toBe(1);
  await bench.database.query("UPDATE calls SET ended_at = now(), end_reason = 'ended'");
  expect(await erase('--customer-id', '0042')).toMatchObject({ customers: 1, calls: 1, call_events: 2, live_calls: 0 });
  expect(await rowCounts()).toEqual(ofEach(0));
});

it('makes the recommender load the orders again, and is in the audit log without number and code', async () => {
  await fileCustomer(number, '0042');
  const [customer] = await bench.database.query<{ id: string }>('SELECT id FROM customers');
  await erase('--phone', number);
  expect(await bench.database.query('SELECT orders::int FROM data_versions')).toEqual([{ orders: 1 }]);
  const entries = (await bench.readAudit()).filter(({ action }) => action === 'customer.erase').slice(-1);
  expect(entries).toEqual([
    expect.objectContaining({
      subject: customer?.id,
      slug: 'acme',
      detail: expect.objectContaining({ by: 'phone', calls: 1, call_events: 2 }),
    }),
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/5552671|0042/);
});

it.each([
  ['neither', []],
  ['both', ['--phone', number, '--customer-id', '1']],
  ['a code of invisible characters', ['--customer-id', '\u200b']],
  ['a word for a number', ['--phone', 'anonymous']],
  ['the number that stands for none, which many customers have', ['--phone', '000 000-0000']],
])('refuses %s as wrong usage', async (_, args) => {
  const { code } = await bench.run('customer', 'erase', '--brand', 'acme', ...args);
  expect(code).toBe(2);
});
