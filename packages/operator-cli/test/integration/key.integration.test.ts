import { createHash } from 'node:crypto';
import { runCallside } from '../support/callside.ts';
import { type CommandBench, createBrand, createCommandBench } from '../support/command-bench.ts';

interface Issued {
  id: string;
  key: string;
  expires_at: string | null;
}

let bench: CommandBench;
beforeAll(async () => {
  bench = await createCommandBench();
  await createBrand(bench, 'acme');
  await createBrand(bench, 'other');
});
afterAll(() => bench.close());

const issue = async (...more: string[]) =>
  (await bench.json('key', 'issue', '--brand', 'acme', '--feature', 'call-events', ...more)) as Issued;

describe('key replace', () => {
  const replace = (id: string, overlap: string) => [
    'key',
    'replace',
    '--brand',
    'acme',
    '--id',
    id,
    '--overlap',
    overlap,
  ];

  it('issues a key with the same label and feature, and lets the old one end after the overlap', async () => {
    const old = (await bench.json(
      ...['key', 'issue', '--brand', 'acme', '--feature', 'embed', '--label', 'CRM'],
    )) as Issued;
    const issued = (await bench.json(...replace(old.id, '1h'))) as Issued & { replaced: { expires_at: string } };
    expect(issued).toMatchObject({ feature: 'embed', label: 'CRM', brand: 'acme', replaced: { id: old.id } });
    expect(issued.key).not.toBe(old.key);
    expect(Math.abs(Date.parse(issued.replaced.expires_at) - Date.now() - 3_600_000)).toBeLessThan(120_000);
    const actions = (await bench.readAudit()).filter(({ subject }) => [old.id, issued.id].includes(subject));
    expect(actions.map(({ action }) => action).sort()).toEqual(['key.issue', 'key.issue', 'key.replace']);
  });

  it('refuses a key that has ended and one of another brand', async () => {
    const old = await issue();
    await bench.json(...replace(old.id, '0'));
    expect((await bench.run(...replace(old.id, '1h'))).stderr).toContain('has expired');
    const theirs = (await bench.json('key', 'issue', '--brand', 'other', '--feature', 'embed')) as Issued;
    expect((await bench.run(...replace(theirs.id, '1h'))).stderr).toContain('no key with this id');
  });
});

describe('key issue', () => {
  it('shows the key once, stores its hash and records it without either', async () => {
    const issued = await issue('--label', ' Main dialler ');
    expect(issued).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      key: expect.stringMatching(/^cs_live_[0-9a-f]{40}$/),
      feature: 'call-events',
      brand: 'acme',
      label: 'Main dialler',
      expires_at: null,
      allowed_addresses: [],
    });
    const hash = createHash('sha256').update(issued.key).digest();
    expect(await bench.database.query('SELECT key_sha256 FROM api_keys WHERE id = $1', [issued.id])).toEqual([
      { key_sha256: hash },
    ]);
    const entry = (await bench.readAudit()).find(({ subject }) => subject === issued.id);
    expect(entry).toMatchObject({
      action: 'key.issue',
      slug: 'acme',
      detail: { feature: 'call-events', label: 'Main dialler', expires_at: null },
    });
    expect(JSON.stringify(entry)).not.toContain(issued.key);
    expect(JSON.stringify(entry)).not.toContain(hash.toString('hex'));
  });

  it('accepts the addresses that the key may be used from, and lists and records them', async () => {
    const allowed_addresses = ['203.0.113.0/24', '2001:db8::1'];
    const issued = await issue('--allow', '203.0.113.0/24, 2001:db8::1');
    expect(issued).toMatchObject({ allowed_addresses });
    expect(await bench.json('key', 'list', '--brand', 'acme')).toContainEqual(
      expect.objectContaining({ id: issued.id, allowed_addresses }),
    );
    const entry = (await bench.readAudit()).find(({ subject }) => subject === issued.id);
    expect(entry).toMatchObject({ detail: { allowed_addresses } });
  });

  it.each(['', '203.0.113.0/33', 'example.com', '203.0.113.1,,'])(
    'refuses %p as addresses with wrong usage',
    async (text) => {
      const run = await bench.run('key', 'issue', '--brand', 'acme', '--feature', 'call-events', '--allow', text);
      expect(run.code).toBe(2);
      expect(run.stderr).toContain('203.0.113.0/24');
    },
  );

  it('expires a key after the given time', async () => {
    const before = Date.now();
    const { expires_at } = await issue('--expires-in', '90d');
    const lifetimeMs = new Date(expires_at!).getTime() - before;
    expect(lifetimeMs).toBeGreaterThanOrEqual(90 * 86_400_000);
    expect(lifetimeMs).toBeLessThan(90 * 86_400_000 + 60_000);
  });

  it('prints only the key on stdout without --json', async () => {
    const { stdout, stderr } = await bench.run('key', 'issue', '--brand', 'acme', '--feature', 'recommender');
    expect(stdout).toMatch(/^cs_live_[0-9a-f]{40}\n$/);
    expect(stderr).toMatch(
      /^Keep this recommender key of acme now: it cannot be shown again\. Its id is [0-9a-f-]{36}\.\n$/,
    );
  });

  it('starts keys with KEY_PREFIX', async () => {
    const args = ['key', 'issue', '--brand', 'acme', '--feature', 'call-events'];
    const { stdout } = await runCallside(args, { DATABASE_URL: bench.url, KEY_PREFIX: 'acme1' });
    expect(stdout).toMatch(/^acme1_live_/);
    const refused = await runCallside(args, { DATABASE_URL: bench.url, KEY_PREFIX: 'No Prefix' });
    expect(refused).toEqual({ code: 78, stdout: '', stderr: expect.stringContaining('KEY_PREFIX is not valid') });
  });
});

describe('key list', () => {
  it('shows metadata, newest first, never a key or its hash', async () => {
    await createBrand(bench, 'lister');
    const older = (await bench.json('key', 'issue', '--brand', 'lister', '--feature', 'recommender')) as Issued;
    const newer = (await bench.json('key', 'issue', '--brand', 'lister', '--feature', 'call-events')) as Issued;
    const keys = await bench.json('key', 'list', '--brand', 'lister');
    expect(keys).toEqual([
      expect.objectContaining({ id: newer.id, feature: 'call-events', revoked_at: null, last_used_at: null }),
      expect.objectContaining({ id: older.id, feature: 'recommender', label: null, expires_at: null }),
    ]);
    const shown = JSON.stringify(keys) + (await bench.run('key', 'list', '--brand', 'lister')).stdout;
    for (const { key } of [older, newer]) {
      expect(shown).not.toContain(key);
      expect(shown).not.toContain(createHash('sha256').update(key).digest('hex'));
    }
  });

  it('shows the state of each key without --json', async () => {
    await createBrand(bench, 'states');
    const ids: Record<string, string> = {};
    for (const state of ['active', 'revoked', 'expired']) {
      const issued = (await bench.json(
        'key',
        'issue',
        '--brand',
        'states',
        '--feature',
        'call-events',
        '--label',
        state,
      )) as Issued;
      ids[state] = issued.id;
    }
    await bench.json('key', 'revoke', '--brand', 'states', '--id', ids.revoked!);
    await bench.database.query("UPDATE api_keys SET expires_at = now() - interval '1 day' WHERE id = $1", [
      ids.expired,
    ]);
    const { stdout } = await bench.run('key', 'list', '--brand', 'states');
    for (const [state, id] of Object.entries(ids)) {
      expect(stdout).toMatch(new RegExp(`^${id}  \\S{4} +call-events  ${state} +${state} `, 'm'));
    }
  });
});

describe('key revoke', () => {
  it('revokes, keeps the first instant at a second revocation and records it once', async () => {
    const { id } = await issue();
    const first = (await bench.json('key', 'revoke', '--brand', 'acme', '--id', id)) as { revoked_at: string };
    expect(first).toMatchObject({ id, revoked_at: expect.stringMatching(/Z$/) });
    expect(first).not.toHaveProperty('key');
    expect(await bench.json('key', 'revoke', '--brand', 'acme', '--id', id)).toEqual(first);
    const entries = (await bench.readAudit()).filter(
      ({ action, subject }) => action === 'key.revoke' && subject === id,
    );
    expect(entries).toHaveLength(1);
  });

  it("refuses an unknown id, a malformed one and another brand's key, which stays valid", async () => {
    const theirs = (await bench.json('key', 'issue', '--brand', 'other', '--feature', 'call-events')) as Issued;
    for (const id of ['00000000-0000-4000-8000-000000000000', 'nonsense', theirs.id]) {
      const { code, stdout, stderr } = await bench.run('key', 'revoke', '--brand', 'acme', '--id', id, '--json');
      expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 1, error: { code: 'not_found' } });
      expect(stderr).toBe(
        'callside: the brand acme has no key with this id; `callside key list --brand acme` shows its keys\n',
      );
    }
    expect(await bench.database.query('SELECT revoked_at FROM api_keys WHERE id = $1', [theirs.id])).toEqual([
      { revoked_at: null },
    ]);
  });
});
