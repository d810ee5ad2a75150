import { createSecretBox } from '@callside/auth';
import { type CallOffers, callOffersSchema } from '@callside/schemas';
import { until } from '@callside/test-kit';
import { addCustomer } from '../../test/support/customers.ts';
import { createDialler, createRepsDialler } from '../../test/support/dialler.ts';
import { type FakeRecommender, startFakeRecommender } from '../../test/support/fake-recommender.ts';
import { addBrand, addUser, type TestBrand } from '../../test/support/organisations.ts';
import { Reader, tokenFor } from '../../test/support/reader.ts';
import { type ServiceUnderTest, sessionSecret, startService } from '../../test/support/service-under-test.ts';
import { Tab } from '../../test/support/tab.ts';

const question = { article_type: 'ring', opens: 214, text: 'Ask the ring size: opens 214 offers' };
/** The connections are cached for 5 s. */
const forTheConnection = 20_000;

let service: ServiceUnderTest;
let recommender: FakeRecommender;
let brand: TestBrand;
let desk: { tab: Tab; reader: Reader; send: ReturnType<typeof createRepsDialler>['send'] };

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  // Of its own for each test: an earlier one may still be asked.
  recommender = await startFakeRecommender();
  recommender.nextQuestion = question;
  brand = await addBrand(service);
  const key_sealed = createSecretBox({ secrets: [sessionSecret] }).seal('cs_live_x');
  await service.query('INSERT INTO recommender_connections (brand_id, url, key_sealed) VALUES ($1, $2, $3)', [
    brand.id,
    recommender.url,
    key_sealed,
  ]);
  const rep = await addUser(service, brand);
  const token = await tokenFor(rep, brand, { audience: 'tab' });
  const tab = new Tab({ port: service.clients[0].port, host: brand.host, token });
  await tab.hears('call.state');
  desk = {
    tab,
    reader: await Reader.of(service.clients[0], brand, rep),
    send: createRepsDialler(createDialler(service.clients[0], brand), rep).send,
  };
});
afterEach(async () => {
  desk.tab.close();
  await recommender.close();
});

const lastOffers = () => desk.tab.named('offers').at(-1);

/** The first offers of a new call. */
async function call(phone_number: string, fields: object = {}): Promise<CallOffers> {
  const before = desk.tab.named('offers').length;
  await desk.send('call-started', { phone_number, ...fields });
  await until('the offers', () => desk.tab.named('offers').length > before, forTheConnection);
  return callOffersSchema.parse(lastOffers());
}

/** What the caller says, and the answer to it. */
async function say(reference: string, known_sizes: object): Promise<CallOffers> {
  const answer = await desk.reader.send('POST', `/calls/${reference}/offers`, { anchors: ['900'], known_sizes });
  return callOffersSchema.parse(answer.json);
}

test('the question of the recommender is pushed, and the answer asks for offers again at once', async () => {
  const { call_reference, next_question, known_sizes } = await call('+14155550134');
  expect({ next_question, known_sizes }).toEqual({ next_question: question, known_sizes: {} });
  expect(await say(call_reference, { Rings: ' 7 ' })).toMatchObject({
    next_question: null,
    known_sizes: { ring: '7' },
    anchors: ['900'],
  });
  expect(recommender.questions.at(-1)).toMatchObject({ known_sizes: { ring: '7' }, purchased_skus: ['900'] });
  await until('the tabs have it', () => Object(lastOffers()).next_question === null);
});

test.each([
  ['a caller without a customer, by their number', '+14155550134', {}],
  ['a customer, by their code', '+14155550199', { customer_id: 'A1' }],
])('a size is sent with the later calls of %s', async (_who, number, fields) => {
  await addCustomer(service, brand, { phone_number: '+14155550100', customer_id: 'A1' });
  const first = await call(number, fields);
  await say(first.call_reference, { ring: 7, bracelet: '6.5' });
  await desk.send('call-ended');
  const second = await call(number, fields);
  expect(second.known_sizes).toEqual({ ring: '7', bracelet: '6.5' });
  await say(second.call_reference, { ring: '8', bracelet: null });
  await desk.send('call-ended');
  expect((await call(number, fields)).known_sizes).toEqual({ ring: '8' });
  await desk.send('call-ended');
  expect((await call('+14155550135')).known_sizes).toEqual({});
});

test('a customer is known by their number, and by their code on another one', async () => {
  await addCustomer(service, brand, { phone_number: '+14155550134', customer_id: 'A1' });
  await say((await call('+14155550134')).call_reference, { ring: '7' });
  await desk.send('call-ended');
  expect((await call('+14155550134')).known_sizes).toEqual({ ring: '7' });
});

test('the size of a withheld number is known for its call only', async () => {
  const { call_reference } = await call('anonymous');
  await say(call_reference, { ring: '7' });
  expect(await say(call_reference, {})).toMatchObject({ known_sizes: { ring: '7' } });
  await desk.send('call-ended');
  expect((await call('anonymous')).known_sizes).toEqual({});
});

test('the brand sends the metadata fields that it chose as the context', async () => {
  const metadata = { queue: 'retention', campaign: 7, language: 'es', other: ['x'] };
  await call('+14155550134', { metadata });
  expect(recommender.questions.at(-1)).toMatchObject({ context: {} });
  await service.query(`UPDATE brands SET context_fields = '{campaign,queue,other,absent}' WHERE id = $1`, [brand.id]);
  await desk.send('call-ended');
  await call('+14155550134', { metadata });
  expect(recommender.questions.at(-1)).toMatchObject({ context: { queue: 'retention', campaign: '7' } });
});

test.each([[{ ring: [7] }], ['7'], [{ ring: 'x'.repeat(33) }]])(
  'the sizes %j are refused, and nothing is asked',
  async (known_sizes) => {
    const { call_reference } = await call('+14155550134');
    const asked = recommender.questions.length;
    const answer = await desk.reader.send('POST', `/calls/${call_reference}/offers`, { known_sizes });
    expect(answer.status).toBe(422);
    expect(recommender.questions).toHaveLength(asked);
  },
);
