import { addBrand, addUser, type TestBrand } from '../../../test/support/organisations.ts';
import { tokenFor } from '../../../test/support/reader.ts';
import { type ServiceUnderTest, startService } from '../../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let ownerToken: string;
let repToken: string;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  brand = await addBrand(service);
  ownerToken = await tokenFor(await addUser(service, brand, { role: 'owner' }), brand);
  repToken = await tokenFor(await addUser(service, brand), brand);
});
afterAll(() => service.close());

const send = (method: string, path: string, { token = ownerToken, body }: { token?: string; body?: object } = {}) =>
  service.clients[0].send({
    method,
    path: `/${brand.slug}${path}`,
    headers: { host: brand.host, authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const set = (body: object, token = ownerToken) => send('PUT', '/settings/words', { body, token });
const list = async () => Object((await send('GET', '/desk/words', { token: repToken })).json).items as unknown[];
const ring = { word: 'ring', en: null, de: 'Ring', fr: 'Bague', es: null };

it('owners set and remove words, each change on record once, and every rep reads them', async () => {
  expect(await set({ word: ' Ring ', de: 'Ring', fr: ' Bague ', es: '' })).toMatchObject({ status: 200, json: ring });
  await set({ word: 'RING', fr: 'Bague', de: 'Ring' });
  await set({ word: 'campaign', de: 'Kampagne' });
  expect(await list()).toEqual([{ word: 'campaign', en: null, de: 'Kampagne', fr: null, es: null }, ring]);
  expect(await send('DELETE', '/settings/words/Campaign')).toMatchObject({ status: 200, json: { word: 'campaign' } });
  expect((await send('DELETE', '/settings/words/campaign')).status).toBe(404);
  // A member that every object has is no word.
  expect((await send('DELETE', '/settings/words/constructor')).status).toBe(404);
  expect(await list()).toEqual([ring]);
  const changes = await service.query('SELECT action, detail FROM audit_log WHERE brand_id = $1 ORDER BY id', [
    brand.id,
  ]);
  expect(changes).toEqual(
    ['ring: Ring (de), Bague (fr)', 'campaign: Kampagne (de)', 'campaign: –'].map((word) => ({
      action: 'brand.set',
      detail: { words: [word] },
    })),
  );
});

it.each([
  ['no word', { de: 'Ring' }],
  ['an empty word', { word: ' ', de: 'Ring' }],
  ['no text', { word: 'ring', de: ' ' }],
  ['a text that is too long', { word: 'ring', de: 'x'.repeat(121) }],
  ['a text of another type', { word: 'ring', de: 1 }],
])('refuses %s', async (_what, body) => {
  expect((await set(body)).status).toBe(422);
});

it('refuses more words than a brand may have, and takes a change of one that is there', async () => {
  await service.query(
    `UPDATE brands SET words = (SELECT jsonb_object_agg('w' || n, '{"de": "x"}'::jsonb) FROM generate_series(1, 1000) AS n)
      WHERE id = $1`,
    [brand.id],
  );
  expect((await set({ word: 'one-more', de: 'x' })).status).toBe(409);
  expect((await set({ word: 'w7', de: 'y' })).status).toBe(200);
});

it('is changed by owners only', async () => {
  expect((await set({ word: 'ring', de: 'Ring' }, repToken)).status).toBe(403);
  expect((await send('DELETE', '/settings/words/ring', { token: repToken })).status).toBe(403);
});
