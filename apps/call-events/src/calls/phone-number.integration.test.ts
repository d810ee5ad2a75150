import { addUser } from '../../test/support/organisations.ts';
import { callsOf, eventsOf } from '../../test/support/records.ts';
import { newRep } from '../../test/support/scene.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function storedAs(country: string, phone_number: string): Promise<string | null | undefined> {
  const scene = await newRep(service, { country });
  expect((await scene.send('call-started', { phone_number })).status).toBe(200);
  const [row] = await eventsOf(service, scene.rep);
  const [call] = await callsOf(service, scene.rep);
  expect(call?.phone_number).toBe(row?.phone_number);
  return row?.phone_number;
}

describe("a national number is read as a number of the brand's country", () => {
  test.each([
    ['US', '(415) 555-0134', '+14155550134'],
    ['US', '415-555-0134', '+14155550134'],
    ['US', '1 415 555 0134', '+14155550134'],
    ['CA', '(416) 555-0134', '+14165550134'],
    ['GB', '020 7946 0958', '+442079460958'],
    ['GB', '07911 123456', '+447911123456'],
    ['DE', '030 123456', '+4930123456'],
    ['DE', '0151 23456789', '+4915123456789'],
    ['FR', '06 12 34 56 78', '+33612345678'],
    ['IT', '06 1234 5678', '+390612345678'],
    ['AU', '0412 345 678', '+61412345678'],
    ['IN', '098765 43210', '+919876543210'],
  ])('%s: %s is %s', async (country, sent, stored) => {
    expect(await storedAs(country, sent)).toBe(stored);
  });

  test('the same text is a different number for another brand', async () => {
    expect(await storedAs('GB', '020 7946 0958')).not.toBe(await storedAs('US', '020 7946 0958'));
  });
});

test.each([
  ['US', '+442079460958'],
  ['GB', '+14155550134'],
  ['FR', '+390612345678'],
  ['US', '+999123456789'],
  ['US', '+12'],
  ['US', '+100000000000000'],
])('%s: %s is E.164 and unchanged', async (country, sent) => {
  expect(await storedAs(country, sent)).toBe(sent);
});

test.each([
  ['US', '+44 20 7946 0958', '+442079460958'],
  ['US', '+1 (415) 555-0134', '+14155550134'],
  ['GB', '0044 20 7946 0958', '+442079460958'],
  ['US', '415 555 0134 ext. 5', '+14155550134'],
])('%s: %s is %s without its spaces, hyphens, brackets and extension', async (country, sent, stored) => {
  expect(await storedAs(country, sent)).toBe(stored);
});

test.each([
  'anonymous',
  'Restricted',
  'unavailable',
  'withheld',
  'Anonymous <sip:anonymous@anonymous.invalid>',
  '+266696687',
  '-1',
  '0',
  '1234',
  ' ',
  '+',
  '++14155550134',
  '+0123456789',
  '415 555 0134 ext.',
  '1-800-FLOWERS',
  'sip:alice@example.com',
  'call me at 415 555 0134',
  '🙂',
])('%s cannot be parsed and is stored as sent', async (sent) => {
  expect(await storedAs('US', sent)).toBe(sent);
});

test.each([
  ['1,000 digits', '5'.repeat(1000)],
  ['500,000 letters', 'x'.repeat(500_000)],
])('%s cannot be parsed and are stored as sent', async (_title, sent) => {
  expect((await storedAs('US', sent)) === sent).toBe(true);
});

test('a brand with an unknown country still accepts numbers', async () => {
  expect(await storedAs('XX', '020 7946 0958')).toBe('020 7946 0958');
});

test('the number on call-ended is normalised like all others', async () => {
  const scene = await newRep(service, { country: 'GB' });
  await scene.send('call-ended', { phone_number: '020 7946 0958' });
  expect(await eventsOf(service, scene.rep)).toMatchObject([{ phone_number: '+442079460958' }]);
});

test('the number of an unknown rep is normalised too', async () => {
  const scene = await newRep(service, { country: 'GB' });
  const nobody = await addUser(service, scene.brand, { status: 'deactivated' });
  await scene.send('call-started', { agent_email: nobody.email, phone_number: '020 7946 0958' });
  expect(await eventsOf(service, nobody)).toMatchObject([{ phone_number: '+442079460958' }]);
});
