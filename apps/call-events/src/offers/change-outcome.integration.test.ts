import { createSecretBox } from '@callside/auth';
import { type CallOffers, callOffersSchema, type RecordedOutcome, recordedOutcomeSchema } from '@callside/schemas';
import { until } from '@callside/test-kit';
import { createDialler, createRepsDialler } from '../../test/support/dialler.ts';
import { type FakeRecommender, purchaseIdOf, startFakeRecommender } from '../../test/support/fake-recommender.ts';
import { addBrand, addUser } from '../../test/support/organisations.ts';
import { Reader, tokenFor } from '../../test/support/reader.ts';
import { type ServiceUnderTest, sessionSecret, startService } from '../../test/support/service-under-test.ts';
import { Tab } from '../../test/support/tab.ts';

let service: ServiceUnderTest;
let recommender: FakeRecommender;
let tabs: Tab[] = [];

beforeAll(async () => {
  service = await startService({ servers: 2 });
});
afterAll(() => service.close());
// Of its own for each test: an earlier one may still be asked.
beforeEach(async () => {
  recommender = await startFakeRecommender();
});
afterEach(async () => {
  await recommender.close();
  for (const tab of tabs) tab.close();
  tabs = [];
});

/** A rep on a call with offers, and a reader at each server. */
async function onACall() {
  const brand = await addBrand(service);
  const rep = await addUser(service, brand);
  const sealed = createSecretBox({ secrets: [sessionSecret] }).seal('cs_live_0123456789abcdef0123456789abcdef01234567');
  await service.query('INSERT INTO recommender_connections (brand_id, url, key_sealed) VALUES ($1, $2, $3)', [
    brand.id,
    recommender.url,
    sealed,
  ]);
  const token = await tokenFor(rep, brand, { audience: 'tab' });
  const tab = new Tab({ port: service.clients[0].port, host: brand.host, token });
  tabs.push(tab);
  await tab.hears('call.state');
  await createRepsDialler(createDialler(service.clients[0], brand), rep).send('call-started');
  await until('offers', () => tab.named('offers').length > 0);
  const { call_reference: reference, recommendation_id } = shown();
  const here = await Reader.of(service.clients[0], brand, rep);
  const there = await Reader.of(service.clients[1]!, brand, rep);

  function shown(): CallOffers {
    return callOffersSchema.parse(tab.named('offers').at(-1));
  }
  const path = `/calls/${reference}/outcomes`;
  const send = (body: object, reader = here) => reader.send('POST', path, { recommendation_id, sku: '401', ...body });
  const undo = (id: string, reader = here) => reader.send('DELETE', `${path}/${encodeURIComponent(id)}`);
  return {
    ...{ here, there, reference, send, undo },
    record: async (body: object): Promise<RecordedOutcome> => {
      const { status, json } = await send(body);
      expect([status, json]).toEqual([200, expect.anything()]);
      return recordedOutcomeSchema.parse(json);
    },
    storeResult: (fields: object) => here.send('PUT', `/desk/calls/${reference}/notes`, { note: '', ...fields }),
    /** The outcome ids that the tab shows, when they are these. */
    shows: (...ids: string[]) =>
      until(
        `the tab shows ${ids}`,
        () =>
          shown()
            .outcomes.map(({ outcome_id }) => outcome_id)
            .join() === ids.join(),
      ),
    purchaseOf: (id: string) => purchaseIdOf(`${reference} ${id}`),
    makeOlder: (id: string) =>
      service.query(
        `UPDATE offer_outcomes SET created_at = created_at - interval '2 minutes'
          WHERE outcome_id = $1 AND call_id = (SELECT id FROM calls WHERE reference = $2)`,
        [id, reference],
      ),
    rows: () =>
      service.query(
        `SELECT outcome_id, replaces, voided_at IS NOT NULL AS void, voided_by IS NOT NULL AS by_whom
           FROM offer_outcomes WHERE call_id = (SELECT id FROM calls WHERE reference = $1) ORDER BY created_at`,
        [reference],
      ),
  };
}

describe('a correction', () => {
  test('takes the place of the sale, which is voided at the recommender and kept on file', async () => {
    const call = await onACall();
    await call.record({ outcome: 'sold', qty: 12, outcome_id: 'a' });
    const corrected = { outcome: 'sold', qty: 2, outcome_id: 'b', replaces: 'a' };
    expect(await call.record(corrected)).toMatchObject({ qty: 2, duplicate: false, voided_at: null });
    expect(await call.record(corrected)).toMatchObject({ qty: 2, duplicate: true });
    await call.shows('b');
    expect(recommender.voids).toEqual([call.purchaseOf('a')]);
    expect(recommender.purchases).toMatchObject([
      { purchased_lines: [{ qty: 12 }] },
      { purchased_lines: [{ qty: 2 }] },
    ]);
    expect(await call.rows()).toEqual([
      { outcome_id: 'a', replaces: null, void: true, by_whom: true },
      { outcome_id: 'b', replaces: 'a', void: false, by_whom: false },
    ]);
  });

  test('can be a decline, of the same offer too', async () => {
    const call = await onACall();
    await call.record({ outcome: 'sold', outcome_id: 'a' });
    await call.record({ outcome: 'declined', reason: 'price', outcome_id: 'b', replaces: 'a' });
    await call.shows('b');
    expect(recommender.voids).toEqual([call.purchaseOf('a')]);
    await call.record({ outcome: 'sold', outcome_id: 'c', replaces: 'b' });
    await call.shows('c');
    expect(recommender.voids).toHaveLength(1);
  });

  test('of the same sale in two tabs at once is stored once; the other one is a conflict that names it', async () => {
    const call = await onACall();
    await call.record({ outcome: 'sold', outcome_id: 'a' });
    const correct = (id: string) => ({ outcome: 'sold', qty: 2, outcome_id: id, replaces: 'a' });
    const answers = await Promise.all([call.send(correct('b')), call.send(correct('c'), call.there)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const stored = answers[0].status === 200 ? 'b' : 'c';
    const refused = answers.find(({ status }) => status === 409);
    expect(Object(refused?.json).detail).toMatch(`The outcome a was replaced by outcome_id ${stored} at 20`);
    expect((await call.undo('a')).status).toBe(409);
    await call.shows(stored);
  });

  test('is refused once the rep has stored the result of the call, but not for the one that the desk chose', async () => {
    const call = await onACall();
    await call.record({ outcome: 'sold', outcome_id: 'a' });
    expect((await call.storeResult({ disposition: 'sale', disposition_from_sale: true })).json).toMatchObject({
      disposition: 'sale',
      disposition_from_sale: true,
    });
    await call.record({ outcome: 'sold', qty: 2, outcome_id: 'b', replaces: 'a' });
    expect((await call.storeResult({ disposition: 'sale' })).json).toMatchObject({ disposition_from_sale: false });
    const late = await call.send({ outcome: 'sold', outcome_id: 'c', replaces: 'b' });
    expect([late.status, Object(late.json).detail]).toEqual([409, expect.stringContaining('result of the call')]);
    expect((await call.send({ outcome: 'sold', outcome_id: 'd' })).status).toBe(200);
  });

  test('of an outcome that the call does not have is invalid', async () => {
    const call = await onACall();
    const answer = await call.send({ outcome: 'sold', replaces: 'nothing' });
    expect([answer.status, Object(answer.json).detail[0].loc]).toEqual([422, ['body', 'replaces']]);
    expect((await call.send({ outcome: 'sold', replaces: '' })).status).toBe(422);
    expect(await call.rows()).toEqual([]);
  });
});

describe('a sale that is undone', () => {
  test('is shown no more, voided at the recommender once, and kept on file', async () => {
    const call = await onACall();
    await call.record({ outcome: 'sold', outcome_id: 'a/1 ü' });
    await call.shows('a/1 ü');
    const undone = await call.undo('a/1 ü');
    expect(undone.status).toBe(200);
    const answer = recordedOutcomeSchema.parse(undone.json);
    expect(answer).toMatchObject({ outcome_id: 'a/1 ü', duplicate: false, voided_at: expect.any(String) });
    await call.shows();
    expect((await call.undo('a/1 ü', call.there)).json).toMatchObject({ duplicate: true, voided_at: answer.voided_at });
    expect(recommender.voids).toEqual([call.purchaseOf('a/1 ü')]);
    expect(await call.rows()).toMatchObject([{ void: true, by_whom: true }]);
    // A request that is sent again does not bring it back.
    expect(await call.record({ outcome: 'sold', outcome_id: 'a/1 ü' })).toMatchObject({
      duplicate: true,
      voided_at: answer.voided_at,
    });
    const corrected = await call.send({ outcome: 'sold', outcome_id: 'b', replaces: 'a/1 ü' });
    expect(Object(corrected.json).detail).toContain('was withdrawn at');
  });

  test('leaves the earlier decline of the offer, and lets it be declined', async () => {
    const call = await onACall();
    await call.record({ outcome: 'declined', outcome_id: 'no' });
    await call.record({ outcome: 'sold', outcome_id: 'yes' });
    await call.undo('yes');
    await call.shows('no');
    expect((await call.send({ outcome: 'declined', outcome_id: 'no again' })).status).toBe(200);
  });

  test('is refused after its minute; a correction is not', async () => {
    const call = await onACall();
    await call.record({ outcome: 'sold', outcome_id: 'a' });
    await call.makeOlder('a');
    const late = await call.undo('a');
    expect([late.status, Object(late.json).detail]).toEqual([409, expect.stringContaining('for a minute')]);
    await call.record({ outcome: 'declined', outcome_id: 'b', replaces: 'a' });
    expect((await call.undo('unknown')).status).toBe(404);
  });

  test('while the recommender is unavailable is voided later, after its sale was accepted', async () => {
    const call = await onACall();
    recommender.mode = 'fail';
    await call.record({ outcome: 'sold', qty: 3, outcome_id: 'a' });
    expect((await call.undo('a')).json).toMatchObject({ reported: false });
    await call.record({ outcome: 'sold', outcome_id: 'b' });
    await call.record({ outcome: 'sold', qty: 2, outcome_id: 'c', replaces: 'b' });
    await call.shows('c');
    recommender.mode = 'answer';
    await until('both are voided', () => recommender.voids.length === 2, 40_000);
    expect(recommender.voids.toSorted()).toEqual([call.purchaseOf('a'), call.purchaseOf('b')].toSorted());
    await until('all sales were sent', () => recommender.purchases.length >= 3, 40_000);
    const due = () => service.query('SELECT FROM offer_outcomes WHERE report_due_at IS NOT NULL');
    await until('nothing is due', async () => (await due()).length === 0);
    expect(recommender.voids).toHaveLength(2);
  }, 90_000);
});
