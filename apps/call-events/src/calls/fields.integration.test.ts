import { type CallEventName, callEventNames } from '@callside/schemas';
import { aNumber, answer } from '../../test/support/dialler.ts';
import { addUser } from '../../test/support/organisations.ts';
import { callsOf, eventsOf } from '../../test/support/records.ts';
import { newRep, type Scene } from '../../test/support/scene.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let scene: Scene;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  scene = await newRep(service);
});
afterAll(() => service.close());

const laterEvents = callEventNames.filter((name) => name !== 'call-started');

async function issuesOf(event: CallEventName, body: object): Promise<unknown> {
  const { status, json, text } = await scene.dialler.post(event, body);
  expect({ status, text }).toMatchObject({ status: 422 });
  return json;
}

function onlyIssue(type: string, field: string) {
  return { detail: [{ type, loc: ['body', field], msg: expect.stringContaining(field) }] };
}

describe.each(callEventNames)('%s', (event) => {
  const valid = { agent_email: 'rep@brand.example', phone_number: aNumber };

  test.each([
    ['missing', undefined, 'missing'],
    ['null', null, 'string_type'],
    ['a number', 5, 'string_type'],
    ['true', true, 'string_type'],
    ['an object', {}, 'string_type'],
    ['a list', ['rep@brand.example'], 'string_type'],
    ['empty', '', 'string_too_short'],
    ['white space', ' \t\r\n\u00a0\u2003\ufeff', 'string_too_short'],
  ])('refuses an agent_email that is %s', async (_title, agent_email, type) => {
    expect(await issuesOf(event, { ...valid, agent_email })).toEqual(onlyIssue(type, 'agent_email'));
  });

  test.each([5, 0, true, false, {}, [], ['7']])('refuses the customer_id %j', async (customer_id) => {
    expect(await issuesOf(event, { ...valid, customer_id })).toEqual(onlyIssue('string_type', 'customer_id'));
  });

  test.each([5, 0, true, false, '', '{}', [], [{}]])('refuses the metadata %j', async (metadata) => {
    expect(await issuesOf(event, { ...valid, metadata })).toMatchObject({ detail: [{ loc: ['body', 'metadata'] }] });
  });

  test.each([
    ['customer_id is null', { customer_id: null }],
    ['customer_id is empty', { customer_id: '' }],
    ['metadata is null', { metadata: null }],
    ['metadata is empty', { metadata: {} }],
    ['event_id is null', { event_id: null }],
    ['event_id is a list', { event_id: [1] }],
    ['occurred_at is null', { occurred_at: null }],
    ['occurred_at is an object', { occurred_at: { at: 1 } }],
    ['call_id is anything', { call_id: { a: [1] } }],
    ['there are unknown fields', { __proto__: null, constructor: 1, toString: [], foo: 'bar' }],
  ])('accepts a body in which %s', async (_title, fields) => {
    expect((await scene.send(event, fields)).status).toBe(200);
  });
});

describe('agent_email', () => {
  test('matches the rep in any case and with any white space around it', async () => {
    const { email } = scene.rep;
    for (const form of [email.toUpperCase(), ` ${email}`, `\t${email}\r\n`, `\u00a0${email}\u2003`]) {
      expect((await scene.send('hold-started', { agent_email: form })).json).toEqual(answer({ active: false }));
    }
    expect((await eventsOf(service, scene.rep)).map(({ agent_email }) => agent_email)).toEqual(Array(4).fill(email));
  });

  test('matches a rep whose address is not ASCII, in composed and decomposed form', async () => {
    const rep = await addUser(service, scene.brand, { email: 'rené.öztürk@reps.example' });
    for (const form of ['RENÉ.ÖZTÜRK@REPS.EXAMPLE', rep.email.normalize('NFD')]) {
      expect((await scene.send('hold-started', { agent_email: form })).json).toMatchObject({ agent_resolved: true });
    }
  });

  test('does not have to look like an address', async () => {
    for (const agent_email of [
      'rep',
      '@',
      'a b',
      '"',
      "'; DROP TABLE users",
      '%',
      'x'.repeat(100_000),
      '\u0000',
      '\ud800',
    ]) {
      expect((await scene.send('hold-started', { agent_email })).json).toEqual(
        answer({ resolved: false, active: false }),
      );
    }
  });

  test('an agent_email with white space inside is another address', async () => {
    const agent_email = scene.rep.email.replace('@', ' @');
    expect((await scene.send('hold-started', { agent_email })).json).toMatchObject({ agent_resolved: false });
  });
});

describe('phone_number', () => {
  test.each([
    ['missing', undefined, 'missing'],
    ['null', null, 'string_type'],
    ['a number', 14155550134, 'string_type'],
    ['an object', {}, 'string_type'],
    ['a list', [aNumber], 'string_type'],
    ['false', false, 'string_type'],
    ['empty', '', 'string_too_short'],
  ])('a phone_number that is %s is refused on call-started', async (_title, phone_number, type) => {
    const body = { agent_email: scene.rep.email, phone_number };
    expect(await issuesOf('call-started', body)).toEqual(onlyIssue(type, 'phone_number'));
    expect(await eventsOf(service, scene.rep)).toEqual([]);
  });

  test.each(laterEvents)('a phone_number of any type is accepted on %s', async (event) => {
    for (const phone_number of [undefined, null, 5, true, {}, [], '', aNumber]) {
      expect((await scene.send(event, { phone_number })).status).toBe(200);
    }
  });
});

describe('customer_id', () => {
  test.each(['007', ' 7 ', '', 'Ünïcödé 🙂', '1e5', '{"a":1}', "O'Neil", '\\'])(
    '%j is stored as sent, in the row and in the call',
    async (customer_id) => {
      await scene.send('call-started', { customer_id });
      expect(await eventsOf(service, scene.rep)).toMatchObject([{ customer_id }]);
      expect(await callsOf(service, scene.rep)).toMatchObject([{ customer_id }]);
    },
  );

  test('a customer_id that is null counts as missing', async () => {
    await scene.send('call-started', { customer_id: null });
    expect(await eventsOf(service, scene.rep)).toMatchObject([{ customer_id: null }]);
    expect(await callsOf(service, scene.rep)).toMatchObject([{ customer_id: null }]);
  });
});

test('all invalid fields are named in one answer', async () => {
  const body = { customer_id: 5, metadata: [], event_id: {}, occurred_at: [] };
  expect(await issuesOf('call-started', body)).toMatchObject({
    detail: expect.arrayContaining(
      ['agent_email', 'phone_number', 'customer_id', 'metadata'].map((field) =>
        expect.objectContaining({ loc: ['body', field] }),
      ),
    ),
  });
});

test('the refused values are not in the answer', async () => {
  const body = { agent_email: 5, customer_id: { secret: 'hush' }, metadata: ['hush'] };
  expect(JSON.stringify(await issuesOf('call-ended', body))).not.toContain('hush');
});

test('the last of two equal field names is used', async () => {
  const { rep, dialler } = scene;
  const sent = `{"agent_email":5,"agent_email":"${rep.email}","phone_number":"x","phone_number":"${aNumber}","metadata":[],"metadata":{"a":1},"event_id":"first","event_id":"second"}`;
  expect((await dialler.post('call-started', sent)).json).toEqual(answer({}));
  expect(await eventsOf(service, rep)).toMatchObject([
    { phone_number: aNumber, metadata: '{"a":1}', event_id: 'second' },
  ]);
});

test('a field name with escapes is the same name', async () => {
  const { rep, dialler } = scene;
  const sent = `{"agent\\u005femail":"${rep.email}","\\u006detadata":{"a":1.10},"event\\u005Fid":12345678901234567890}`;
  expect((await dialler.post('call-ended', sent)).json).toEqual(answer({ active: false }));
  expect(await eventsOf(service, rep)).toMatchObject([{ metadata: '{"a":1.10}', event_id: '12345678901234567890' }]);
});

test('__proto__ in the body does not set any field', async () => {
  const sent = `{"__proto__":{"agent_email":"${scene.rep.email}"}}`;
  expect((await scene.dialler.post('call-ended', sent)).status).toBe(422);
});
