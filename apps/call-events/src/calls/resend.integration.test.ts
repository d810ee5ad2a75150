import { aNumber, anotherNumber, answer } from '../../test/support/dialler.ts';
import { callsOf, eventsOf, stateOf } from '../../test/support/records.ts';
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

interface Start {
  phone_number?: string;
  customer_id?: string | null;
}

async function isResend(live: Start, again: Start): Promise<boolean> {
  await scene.send('call-started', { ...live });
  const before = await stateOf(service, scene.rep);
  const { json } = await scene.send('call-started', { ...again });
  const duplicate = Object(json).duplicate === true;
  expect(json).toEqual(answer({ duplicate }));
  const after = await stateOf(service, scene.rep);
  if (duplicate) expect(after).toEqual(before);
  else expect(after).toMatchObject({ version: before.version + 2 });
  expect(await eventsOf(service, scene.rep)).toHaveLength(duplicate ? 1 : 2);
  expect(await callsOf(service, scene.rep)).toHaveLength(duplicate ? 1 : 2);
  return duplicate;
}

describe('the same number, and customer_id equal or absent on either side, is a resend', () => {
  test.each<[string, Start, Start, boolean]>([
    ['no customer on either side', {}, {}, true],
    ['the same customer', { customer_id: 'c1' }, { customer_id: 'c1' }, true],
    ['a customer on the live call only', { customer_id: 'c1' }, {}, true],
    ['a customer on the new start only', {}, { customer_id: 'c1' }, true],
    ['null instead of the customer', { customer_id: 'c1' }, { customer_id: null }, true],
    ['another customer', { customer_id: 'c1' }, { customer_id: 'c2' }, false],
    ['the customer in another case', { customer_id: 'c1' }, { customer_id: 'C1' }, false],
    ['the customer without its leading zero', { customer_id: '07' }, { customer_id: '7' }, false],
    ['another number', {}, { phone_number: anotherNumber }, false],
    ['another number, same customer', { customer_id: 'c1' }, { phone_number: anotherNumber, customer_id: 'c1' }, false],
    [
      'another number, another customer',
      { customer_id: 'c1' },
      { phone_number: anotherNumber, customer_id: 'c2' },
      false,
    ],
    ['another number, customer on one side', { customer_id: 'c1' }, { phone_number: anotherNumber }, false],
  ])('the rule applies to a start with %s', async (_title, live, again, expected) => {
    expect(await isResend(live, again)).toBe(expected);
  });
});

describe('numbers are compared in their stored form', () => {
  test.each([
    [aNumber, '(415) 555-0134', true],
    ['415.555.0134', aNumber, true],
    ['1-415-555-0134', '+1 415 555 0134', true],
    ['anonymous', 'anonymous', true],
    ['anonymous', 'Anonymous', false],
    ['anonymous', 'restricted', false],
    ['anonymous', aNumber, false],
    ['1234', '1234', true],
    ['1234', '1234 ', true],
    ['sip:1234@pbx.example', '12-34\u200e', true],
    ['1234', '1235', false],
    ['a\u0000b', 'a\u0000b', true],
    ['a\ud800b', 'a\ud800b', true],
  ])('%j and then %j', async (one, other, expected) => {
    expect(await isResend({ phone_number: one }, { phone_number: other })).toBe(expected);
  });
});

test.each(['a\u0000b', 'a\ud800b', '\u0000', '\'"\\', 'é'])(
  'the customer_id %j is equal to itself',
  async (customer_id) => {
    expect(await isResend({ customer_id }, { customer_id })).toBe(true);
  },
);

test('a text of 100,000 characters is equal to itself', async () => {
  const text = 'x'.repeat(100_000);
  const start = { phone_number: text, customer_id: text };
  expect(await isResend(start, start)).toBe(true);
});

test.each([
  ' +14155550134',
  '+14155550134\n',
  'tel:+14155550134',
  'tel:+1-415-555-0134;isub=1',
  '+1 415 555 0134',
  'whatsapp:+14155550134',
  'sip:%2B14155550134@trunk.example',
  '"Kim Doe" <sip:+1-415-555-0134@trunk.example>',
  '\u202a+14155550134\u202c',
])('a start with %j is a resend of one with the number in E.164, and does not end a pause', async (phone_number) => {
  await scene.send('call-started', { phone_number: '+14155550134' });
  await scene.send('recording-paused');
  expect((await scene.send('call-started', { phone_number })).json).toEqual(answer({ duplicate: true }));
  expect(await stateOf(service, scene.rep)).toMatchObject({ recording_paused: true });
});

test('keeps a paused recording paused, and keeps the hold', async () => {
  await scene.send('call-started');
  await scene.send('recording-paused');
  await scene.send('hold-started');
  const before = await stateOf(service, scene.rep);
  for (let time = 0; time < 3; time++) {
    expect((await scene.send('call-started')).json).toEqual(answer({ duplicate: true }));
  }
  expect(await stateOf(service, scene.rep)).toEqual(before);
  expect(before).toMatchObject({ recording_paused: true, on_hold: true });
});

test('a customer on a resend does not change the live call', async () => {
  await scene.send('call-started');
  await scene.send('call-started', { customer_id: 'c1' });
  expect(await stateOf(service, scene.rep)).toMatchObject({ customer_id: null });
  expect((await scene.send('call-started', { customer_id: 'c2' })).json).toEqual(answer({ duplicate: true }));
});

test('the new event_id of a resend is not stored', async () => {
  await scene.send('call-started', { event_id: 'first' });
  expect((await scene.send('call-started', { event_id: 'second' })).json).toEqual(answer({ duplicate: true }));
  expect(await eventsOf(service, scene.rep)).toMatchObject([{ event_id: 'first' }]);
  expect((await scene.send('hold-started', { event_id: 'second' })).json).toEqual(answer({ duplicate: false }));
  expect(await stateOf(service, scene.rep)).toMatchObject({ on_hold: true });
});

test('after the call has ended the same start opens a new call', async () => {
  await scene.send('call-started', { customer_id: 'c1' });
  await scene.send('call-ended');
  expect((await scene.send('call-started', { customer_id: 'c1' })).json).toEqual(answer({ duplicate: false }));
  expect(await callsOf(service, scene.rep)).toHaveLength(2);
});

test('a start of an earlier call than the last opens a new call', async () => {
  await scene.send('call-started');
  await scene.send('call-started', { phone_number: anotherNumber });
  expect((await scene.send('call-started')).json).toEqual(answer({ duplicate: false }));
  expect(await callsOf(service, scene.rep)).toHaveLength(3);
});
