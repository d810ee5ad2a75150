import { createSessionTokens, type SessionAudience } from '@callside/auth';
import { runCallside } from '../support/callside.ts';
import { type CommandBench, createBrand, createCommandBench, sessionSecret } from '../support/command-bench.ts';

interface Issued {
  token: string;
  expires_at: string;
}

let bench: CommandBench;
let brandId: string;
let userId: string;

beforeAll(async () => {
  bench = await createCommandBench();
  brandId = ((await createBrand(bench, 'acme')) as { id: string }).id;
  const rep = ['user', 'add', '--brand', 'acme', '--email', 'rep@acme.example', '--name', 'Robin'];
  userId = ((await bench.json(...rep)) as { id: string }).id;
});
afterAll(() => bench.close());

const order = ['token', 'issue', '--brand', 'acme', '--email', ' REP@acme.example'];
const tokens = createSessionTokens({ secrets: [sessionSecret] });
const verify = (token: string, audience: SessionAudience) => tokens.verify(token, audience, new Date());

describe('token issue', () => {
  it('issues a tab token of an hour, also to an invited user, and records it without the token', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const issued = (await bench.json(...order)) as Issued;
    expect(Object.keys(issued)).toEqual(['token', 'expires_at']);
    const lifetimeMs = new Date(issued.expires_at).getTime() - before;
    expect(lifetimeMs).toBeGreaterThanOrEqual(3_600_000);
    expect(lifetimeMs).toBeLessThan(3_660_000);
    expect(await verify(issued.token, 'tab')).toMatchObject({ userId, brandId });
    const entry = (await bench.readAudit()).find(({ action }) => action === 'token.issue');
    expect(entry).toMatchObject({
      subject: userId,
      detail: { email: 'rep@acme.example', audience: 'tab', expires_at: issued.expires_at },
    });
    expect(JSON.stringify(entry)).not.toContain(issued.token);
  });

  it.each(['companion', 'api'] as const)('issues a token only for the audience %s', async (audience) => {
    const { token } = (await bench.json(...order, '--audience', audience)) as Issued;
    expect(await verify(token, audience)).toMatchObject({ userId, brandId });
    expect(await verify(token, 'tab')).toBeNull();
  });

  it('issues a token that expires after the given time', async () => {
    const { expires_at } = (await bench.json(...order, '--ttl', '45s')) as Issued;
    expect(new Date(expires_at).getTime() - Date.now()).toBeLessThanOrEqual(45_000);
  });

  it('prints only the token on stdout without --json', async () => {
    const { stdout, stderr } = await bench.run(...order);
    expect(await verify(stdout.trimEnd(), 'tab')).toMatchObject({ userId, brandId });
    expect(stderr).toMatch(/^Valid until .* UTC\.\n$/);
  });

  it('refuses an unknown user and a deactivated one', async () => {
    await bench.json('user', 'add', '--brand', 'acme', '--email', 'leaver@acme.example', '--name', 'L', '--active');
    await bench.json('user', 'deactivate', '--brand', 'acme', '--email', 'leaver@acme.example');
    const leaver = await bench.run('token', 'issue', '--brand', 'acme', '--email', 'leaver@acme.example', '--json');
    expect({ ...leaver, ...JSON.parse(leaver.stdout) }).toMatchObject({ code: 1, error: { code: 'failed' } });
    expect(leaver.stderr).toMatch(/^callside: leaver@acme\.example is deactivated and gets no token; .*\n$/);
    const nobody = await bench.run('token', 'issue', '--brand', 'acme', '--email', 'nobody@acme.example', '--json');
    expect(nobody).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has no user nobody@acme.example'),
    });
    expect(JSON.parse(nobody.stdout)).toMatchObject({ error: { code: 'not_found' } });
  });

  it('requires a SESSION_SECRET of 32 characters, and never shows it', async () => {
    const without = await runCallside(order, { DATABASE_URL: bench.url });
    expect(without).toEqual({
      code: 78,
      stdout: '',
      stderr: expect.stringMatching(/^callside: SESSION_SECRET is not set\. Example: [^\n]*\n$/),
    });
    const short = await runCallside(order, { DATABASE_URL: bench.url, SESSION_SECRET: 'too-short-a-secret' });
    expect(short).toEqual({
      code: 78,
      stdout: '',
      stderr: expect.stringContaining('must have at least 32 characters'),
    });
    expect(short.stderr).not.toContain('too-short-a-secret');
  });
});
