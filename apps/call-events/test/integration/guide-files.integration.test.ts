import request from 'supertest';
import { type ServiceUnderTest, startService } from '../support/service-under-test.ts';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const agent = () => request(`http://127.0.0.1:${service.clients[0].port}`);
const get = (path: string) => agent().get(path).set('Host', 'no-brand.example');

test('the documentation is served on any host, with a policy that allows no inline script', async () => {
  await get('/docs/guide').expect(301).expect('Location', '/docs/guide/');
  for (const path of ['/docs/guide/', '/docs/guide/six-events.html', '/docs/guide/operations/']) {
    const page = await get(path).expect(200).expect('Content-Type', /html/);
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'self'; style-src-attr 'unsafe-inline';/);
    expect(page.headers['content-security-policy']).not.toContain('script-src');
    expect(page.text).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>/);
  }
});

test('every link within the documentation leads to a page, and to its heading', async () => {
  const pages = new Map<string, string>();
  const links: { from: string; to: URL }[] = [];
  const addressOf = (href: string, page: string) => new URL(href, `http://docs${page}`);
  const waiting = ['/docs/guide/'];
  for (const path of waiting) {
    const { status, text } = await get(path);
    pages.set(path, status === 200 ? text : '');
    const main = text.slice(text.indexOf('<main'));
    for (const [, href = ''] of main.matchAll(/ href="([^"]+)"/g)) {
      const to = addressOf(href, path);
      if (to.host !== 'docs' || !to.pathname.startsWith('/docs/guide/')) continue;
      links.push({ from: path, to });
      if (!waiting.includes(to.pathname)) waiting.push(to.pathname);
    }
  }
  const isFound = ({ pathname, hash }: URL) =>
    pages.get(pathname)?.includes(hash === '' ? '<main' : ` id="${decodeURIComponent(hash.slice(1))}"`);
  expect(links.filter(({ to }) => !isFound(to)).map(({ from, to }) => `${from}: ${to.pathname}${to.hash}`)).toEqual([]);
  expect(pages.size).toBeGreaterThan(50);
});

test('scripts are compressed and immutable, and pages are revalidated', async () => {
  const page = await get('/docs/guide/').expect(200);
  expect(page.headers['cache-control'] ?? '').not.toContain('immutable');
  const [, script = ''] = page.text.match(/src="([^"]+\/app\.[^"]+\.js)"/) ?? [];
  await get(script)
    .set('Accept-Encoding', 'br')
    .expect(200)
    .expect('Content-Encoding', 'br')
    .expect('Cache-Control', /immutable/);
});

test('an unknown path is 404, files outside the folder are not served, and only GET and HEAD are allowed', async () => {
  await get('/docs/guide/nothing.html').expect(404, { detail: 'Not Found' });
  await get('/docs/guide/%').expect(404, { detail: 'Not Found' });
  await get('/docs/guide/assets/nothing.js').expect(404, { detail: 'Not Found' });
  await get('/docs/guide/..%2fpackage.json').expect(404);
  await agent().post('/docs/guide/').expect(405).expect('Allow', 'GET, HEAD');
  await get('/docs').expect(200).expect('Content-Type', /html/);
});
