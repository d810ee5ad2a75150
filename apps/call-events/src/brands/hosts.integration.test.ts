import { addBrand, addHost, type TestBrand } from '../../test/support/organisations.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

const body = '{"agent_email":"rep@brand.example"}';
const path = '/call-events/call-ended';
const unknownHost = { status: 404, json: { detail: 'This host is not served here.' } };

describe('without a trusted proxy', () => {
  let service: ServiceUnderTest;
  let brand: TestBrand;
  let other: TestBrand;

  beforeAll(async () => {
    service = await startService();
    brand = await addBrand(service);
    other = await addBrand(service);
  });
  afterAll(() => service.close());

  const post = (headers: Record<string, string>) =>
    service.clients[0].send({ path, headers: { 'x-api-key': brand.key, ...headers }, body });

  test.each([
    ['as it is', (host: string) => host],
    ['in upper case', (host: string) => host.toUpperCase()],
    ['with a port', (host: string) => `${host}:4100`],
    ['with a trailing dot', (host: string) => `${host}.`],
    ['with all of them', (host: string) => `${host.toUpperCase()}.:443`],
  ])("accepts the brand's host %s", async (_title, form) => {
    expect((await post({ host: form(brand.host) })).status).toBe(200);
  });

  test.each([
    ['another host', () => 'nobody.example'],
    ['a subdomain', () => `a.${brand.host}`],
    ['a parent domain', () => brand.host.replace(/^[^.]+\./, '')],
    ['a host with the brand as its subdomain', () => `${brand.host}.evil.example`],
    ['no text', () => ''],
    ['a dot', () => '.'],
    ['an address', () => '127.0.0.1:80'],
    ['spaces', () => '   '],
    ['user information', () => `${brand.host}@evil.example`],
    ['a path', () => `${brand.host}/x`],
    ['two hosts', () => `${brand.host}, evil.example`],
  ])('refuses %s', async (_title, host) => {
    expect(await post({ host: host() })).toMatchObject(unknownHost);
  });

  test('accepts every host of a brand', async () => {
    await addHost(service, brand, 'second.brand.example');
    expect((await post({ host: 'second.brand.example' })).status).toBe(200);
  });

  test('serves a brand as soon as it exists', async () => {
    const fresh = await addBrand(service);
    expect((await post({ host: fresh.host, 'x-api-key': fresh.key })).status).toBe(200);
  });

  test('ignores X-Forwarded-Host', async () => {
    expect(await post({ host: 'nobody.example', 'x-forwarded-host': brand.host })).toMatchObject(unknownHost);
    expect((await post({ host: brand.host, 'x-forwarded-host': 'nobody.example' })).status).toBe(200);
    expect((await post({ host: brand.host, 'x-forwarded-host': other.host })).status).toBe(200);
  });

  test('ignores Forwarded', async () => {
    expect(await post({ host: 'nobody.example', forwarded: `host=${brand.host}` })).toMatchObject(unknownHost);
  });

  test('refuses a key of this brand on the host of another brand', async () => {
    expect((await post({ host: other.host })).status).toBe(401);
  });
});

describe('behind a trusted proxy', () => {
  let service: ServiceUnderTest;
  let brand: TestBrand;

  beforeAll(async () => {
    service = await startService({ trustProxy: ['127.0.0.1'] });
    brand = await addBrand(service);
  });
  afterAll(() => service.close());

  const post = (headers: Record<string, string>) =>
    service.clients[0].send({ path, headers: { 'x-api-key': brand.key, ...headers }, body });

  test('X-Forwarded-Host is the host, in any form', async () => {
    for (const form of [brand.host, brand.host.toUpperCase(), `${brand.host}.:443`]) {
      expect((await post({ host: 'internal.example', 'x-forwarded-host': form })).status).toBe(200);
    }
  });

  test('X-Forwarded-Host takes precedence over Host', async () => {
    expect(await post({ host: brand.host, 'x-forwarded-host': 'nobody.example' })).toMatchObject(unknownHost);
  });

  test('Host is used if nothing was forwarded', async () => {
    expect((await post({ host: brand.host })).status).toBe(200);
  });
});

describe('behind a proxy that is not on the list', () => {
  let service: ServiceUnderTest;

  beforeAll(async () => {
    service = await startService({ trustProxy: ['10.0.0.0/8'] });
  });
  afterAll(() => service.close());

  test('X-Forwarded-Host is ignored', async () => {
    const brand = await addBrand(service);
    const headers = { host: 'internal.example', 'x-forwarded-host': brand.host, 'x-api-key': brand.key };
    expect(await service.clients[0].send({ path, headers, body })).toMatchObject(unknownHost);
  });
});
