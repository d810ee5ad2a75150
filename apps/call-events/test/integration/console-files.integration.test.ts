import request from 'supertest';
import { addBrand, type TestBrand } from '../support/organisations.ts';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;

beforeAll(async () => {
  service = await startService();
  brand = await addBrand(service);
});
afterAll(() => service.close());

const get = (path: string) => request(`http://127.0.0.1:${service.clients[0].port}`).get(path).set('Host', brand.host);

test('the page links its script and style, and both are served as immutable', async () => {
  const page = await get('/').expect(200).expect('Content-Type', /html/);
  const assets = [...page.text.matchAll(/(?:src|href)="\.?(\/assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, path = '']) => path,
  );
  expect(new Set(assets.map((path) => path.split('.').at(-1)))).toEqual(new Set(['css', 'js']));
  for (const path of assets)
    await get(path)
      .expect(200)
      .expect('Cache-Control', /immutable/);
});

test("the owners' page is the same document, and gets its brand from its host", async () => {
  const page = await get('/settings/api-keys').expect(200).expect('Content-Type', /html/);
  expect(page.headers['content-security-policy']).toContain("default-src 'self'");
  const withoutNonce = (text: string) => text.replace(/nonce="[^"]+"/, '');
  expect(withoutNonce(page.text)).toBe(withoutNonce((await get('/')).text));
  expect((await get('/console/brand').expect(200)).body).toMatchObject({ slug: brand.slug, frame_origins: [] });
});

test('a page may connect to its own host only', async () => {
  for (const path of ['/', '/settings/api-keys', '/embed']) {
    const policy = String((await get(path)).headers['content-security-policy']).split('; ');
    expect(policy.filter((directive) => directive.startsWith('connect-src'))).toEqual(["connect-src 'self'"]);
  }
});

test('a browser gets a page for an unknown address, and a program gets JSON', async () => {
  const asBrowser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
  await get('/settings/nothing').expect(404, { detail: 'Not Found' });
  await get('/settings/nothing').set('Accept', 'application/json').expect(404, { detail: 'Not Found' });
  const page = await get('/settings/nothing').set(asBrowser).expect(404).expect('Content-Type', /html/);
  expect(page.headers['content-security-policy']).toContain("default-src 'self'");
  await get('/settings').set(asBrowser).expect(302).expect('Location', '/settings/api-keys');
});

test('an asset that does not exist is 404, with the usual error body', async () => {
  await get('/assets/nothing.js').expect(404, { detail: 'Not Found' });
  await get('/assets/%').expect(404, { detail: 'Not Found' });
});

test('no path escapes the assets directory', async () => {
  await get('/assets/..%2f..%2fpackage.json').expect(404);
  await get('/assets/%2e%2e/%2e%2e/package.json').expect(404);
});
