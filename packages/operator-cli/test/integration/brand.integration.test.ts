import { userInfo } from 'node:os';
import { createEmptyTestDatabase, createTestDatabase, createTestPool } from '@callside/database/testing';
import { TcpProxy, until } from '@callside/test-kit';
import { runCallside, startCallside } from '../support/callside.ts';
import { type CommandBench, createBrand, createCommandBench } from '../support/command-bench.ts';

let bench: CommandBench;
beforeAll(async () => {
  bench = await createCommandBench();
});
afterAll(() => bench.close());

const create = (slug: string, ...hosts: string[]) => [
  'brand',
  'create',
  '--slug',
  slug,
  '--name',
  'Acme Inc.',
  '--country',
  'us',
  ...hosts.flatMap((host) => ['--host', host]),
];

describe('db migrate', () => {
  it('migrates an empty database, prints what it applied, and nothing a second time', async () => {
    const empty = await createEmptyTestDatabase();
    const environment = { DATABASE_URL: empty.url };
    const early = await runCallside(['brand', 'list'], environment);
    expect(early).toEqual({
      code: 1,
      stdout: '',
      stderr: 'callside: the database lacks tables or columns; run `callside db migrate`\n',
    });

    const first = await runCallside(['db', 'migrate', '--json'], environment);
    expect(JSON.parse(first.stdout)).toEqual({ applied: expect.arrayContaining([expect.stringMatching(/^\d{14}_/)]) });
    const second = await runCallside(['db', 'migrate', '--json'], environment);
    expect(second).toEqual({ code: 0, stdout: '{"applied":[]}\n', stderr: '' });
    expect((await runCallside(['db', 'migrate'], environment)).stdout).toBe('The database is up to date.\n');
    await empty.drop();
  });

  it('waits for PostgreSQL as long as it is told to', async () => {
    const empty = await createEmptyTestDatabase();
    const network = await TcpProxy.start(null);
    const environment = { DATABASE_URL: network.urlOf(empty.url) };
    const problem = `cannot reach PostgreSQL at 127.0.0.1:${network.port}`;
    expect(await runCallside(['db', 'migrate'], environment)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(problem),
    });
    const { child, ended } = startCallside(['db', 'migrate', '--wait', '5m', '--json'], environment);
    let said = '';
    child.stderr?.on('data', (text: string) => {
      said += text;
    });
    await until('it waits', () => said.includes('trying again'), 30_000);
    network.leadTo(Number(new URL(empty.url).port));
    expect(await ended).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\{"applied":\["/),
      stderr: `${problem}: trying again for 5m\n`,
    });
    await network.close();
    await empty.drop();
  });

  it('refuses a database from before the first release: it says how to keep its content, and changes nothing', async () => {
    const early = await createTestDatabase();
    const pool = createTestPool(early.url, 1);
    await pool.query(`UPDATE _prisma_migrations SET migration_name = '20261121120000_call_events'`);
    const environment = { DATABASE_URL: early.url };
    const message = 'the database was made before the first release and cannot be migrated';
    const hint =
      'keep what is in it with `pg_dump --format=custom --no-owner --file=callside.dump "$DATABASE_URL"`, ' +
      'then create an empty database and run `callside db migrate` on it';
    const [text, json] = [
      await runCallside(['db', 'migrate'], environment),
      await runCallside(['db', 'migrate', '--json'], environment),
    ];
    const { rows } = await pool.query('SELECT migration_name FROM _prisma_migrations');
    await pool.end();
    await early.drop();
    expect(text).toEqual({ code: 1, stdout: '', stderr: `callside: ${message}; ${hint}\n` });
    expect(json).toMatchObject({ code: 1, stdout: expect.stringMatching(/^[^\n]*\n$/) });
    expect(JSON.parse(json.stdout)).toEqual({ error: { code: 'database', message, hint } });
    expect(rows).toEqual([{ migration_name: '20261121120000_call_events' }]);
  });
});

describe('brand create', () => {
  it('prints the brand with its normalised hosts and records who created it', async () => {
    const brand = await bench.json(...create('acme', 'Calls.ACME.example:443', 'acme.example.'));
    expect(brand).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      slug: 'acme',
      name: 'Acme Inc.',
      country: 'US',
      time_zone: 'America/New_York',
      currency: 'USD',
      frame_origins: [],
      context_fields: [],
      exploration_rate: 0,
      recording_by: 'companion',
      just_bought_days: 3,
      rest_days: 30,
      silent_minutes: 60,
      hosts: ['acme.example', 'calls.acme.example'],
    });
    expect(await bench.readAudit()).toContainEqual({
      actor: `operator:${userInfo().username}`,
      action: 'brand.create',
      subject: (brand as { id: string }).id,
      detail: {
        slug: 'acme',
        name: 'Acme Inc.',
        country: 'US',
        time_zone: 'America/New_York',
        currency: 'USD',
        hosts: ['calls.acme.example', 'acme.example'],
      },
      slug: 'acme',
    });
  });

  it('accepts --json before the command, too', async () => {
    const { code, stdout } = await bench.run('--json', ...create('before', 'before.example'));
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ slug: 'before' });
  });

  it('refuses a slug that exists', async () => {
    await createBrand(bench, 'taken');
    const { code, stdout, stderr } = await bench.run(...create('taken', 'other.example'), '--json');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'callside: there is a brand taken already; choose another --slug\n',
    });
    expect(JSON.parse(stdout)).toEqual({
      error: { code: 'conflict', message: 'there is a brand taken already', hint: 'choose another --slug' },
    });
  });

  it('refuses a host of another brand, names that brand and changes nothing', async () => {
    await createBrand(bench, 'owner');
    const { code, stderr } = await bench.run(...create('intruder', 'new.example', 'OWNER.example'));
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'callside: the host owner.example belongs to the brand owner already; choose another --host\n',
    });
    expect(await bench.database.query("SELECT slug FROM brands WHERE slug = 'intruder'")).toEqual([]);
    expect(await bench.database.query("SELECT host FROM brand_hosts WHERE host = 'new.example'")).toEqual([]);
    expect((await bench.readAudit()).map(({ detail }) => detail)).not.toContainEqual(
      expect.objectContaining({ slug: 'intruder' }),
    );
  });
});

describe('brand list', () => {
  it('prints every brand by slug', async () => {
    await createBrand(bench, 'zebra');
    await createBrand(bench, 'aardvark');
    const brands = (await bench.json('brand', 'list')) as { slug: string }[];
    const slugs = brands.map(({ slug }) => slug);
    expect(slugs).toEqual([...slugs].sort());
    expect(brands).toContainEqual({
      id: expect.any(String),
      slug: 'zebra',
      name: 'zebra',
      country: 'US',
      time_zone: 'America/New_York',
      currency: 'USD',
      frame_origins: [],
      context_fields: [],
      exploration_rate: 0,
      recording_by: 'companion',
      just_bought_days: 3,
      rest_days: 30,
      silent_minutes: 60,
      hosts: ['zebra.example'],
    });
  });

  it('prints a table for people', async () => {
    await createBrand(bench, 'table');
    expect((await bench.run('brand', 'list')).stdout).toMatch(
      /^SLUG +NAME +COUNTRY +TIME ZONE +CURRENCY +HOSTS\n(.*\n)*table +table +US +America\/New_York +USD +table\.example\n/,
    );
  });
});

describe('the time zone of a brand', () => {
  it('is the given one, or the usual one of the country; changes are recorded', async () => {
    const given = await bench.json(...create('zone', 'zone.example'), '--time-zone', 'america/los_angeles');
    expect(given).toMatchObject({ time_zone: 'America/Los_Angeles' });
    const changed = await bench.json('brand', 'set', '--brand', 'zone', '--time-zone', 'Europe/Berlin');
    expect(changed).toEqual({ ...(given as object), time_zone: 'Europe/Berlin' });
    await bench.json('brand', 'set', '--brand', 'zone', '--time-zone', 'Europe/Berlin');
    const entries = (await bench.readAudit()).filter(({ action }) => action === 'brand.set');
    expect(entries).toMatchObject([{ slug: 'zone', detail: { time_zone: 'Europe/Berlin' } }]);
  });

  it('has no host to remove that it does not have', async () => {
    const { code, stderr } = await bench.run('brand', 'set', '--brand', 'acme', '--remove-host', 'nowhere.example');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('acme has no host nowhere.example') });
  });

  it('has a rate of exploration, whose changes are recorded', async () => {
    const changed = await bench.json('brand', 'set', '--brand', 'zone', '--explore', '0.05');
    expect(changed).toMatchObject({ exploration_rate: 0.05 });
    const entries = (await bench.readAudit()).filter(({ action }) => action === 'brand.set');
    expect(entries.at(-1)).toMatchObject({ slug: 'zone', detail: { exploration_rate: 0.05 } });
    expect((await bench.run('brand', 'show', '--brand', 'zone')).stdout).toContain('exploration 0.05');
  });

  it('names the fields that the recommender is sent, and the change is recorded', async () => {
    const set = (fields: string) => bench.json('brand', 'set', '--brand', 'zone', '--context-fields', fields);
    expect(await set('queue, campaign,queue')).toMatchObject({ context_fields: ['queue', 'campaign'] });
    const entries = (await bench.readAudit()).filter(({ action }) => action === 'brand.set');
    expect(entries.at(-1)).toMatchObject({ slug: 'zone', detail: { context_fields: ['queue', 'campaign'] } });
    expect((await bench.run('brand', 'show', '--brand', 'zone')).stdout).toContain('context queue campaign');
    expect(await set('')).toMatchObject({ context_fields: [] });
  });

  it('says who records, and the change is recorded', async () => {
    const changed = await bench.json('brand', 'set', '--brand', 'zone', '--recording', 'Dialler');
    expect(changed).toMatchObject({ recording_by: 'dialler' });
    const entries = (await bench.readAudit()).filter(({ action }) => action === 'brand.set');
    expect(entries.at(-1)).toMatchObject({ slug: 'zone', detail: { recording_by: 'dialler' } });
    expect((await bench.run('brand', 'show', '--brand', 'zone')).stdout).toContain('recording by dialler');
    expect(await bench.json('brand', 'set', '--brand', 'zone', '--recording', 'companion')).toMatchObject({
      recording_by: 'companion',
    });
    expect((await bench.run('brand', 'show', '--brand', 'zone')).stdout).not.toContain('recording');
  });

  it.each([
    ['an unknown recorder', ['--recording', 'rep'], 'companion, dialler or nobody'],
    ['an exploration above a fifth', ['--explore', '0.21'], 'a number from 0 to 0.2'],
    ['an exploration that is no number', ['--explore', ''], 'a number from 0 to 0.2'],
    ['nine context fields', ['--context-fields', 'a,b,c,d,e,f,g,h,i'], 'not have more than 8'],
    ['a long context field', ['--context-fields', 'x'.repeat(41)], 'not be longer than 40'],
    ['an unknown zone', ['--time-zone', 'Mars/Olympus'], 'an IANA time zone'],
    ['nothing to set', [], 'nothing to set'],
  ])('refuses %s as wrong usage', async (_what, args, reason) => {
    const { code, stderr } = await bench.run('brand', 'set', '--brand', 'zone', ...args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(reason) });
  });
});

describe('the limit of silent calls', () => {
  it('is changed and recorded, from 1 minute to a day', async () => {
    await createBrand(bench, 'silent');
    const set = (minutes: string) => ['brand', 'set', '--brand', 'silent', '--silent-minutes', minutes];
    expect(await bench.json(...set('30'))).toMatchObject({ silent_minutes: 30 });
    expect((await bench.readAudit()).at(-1)).toMatchObject({ action: 'brand.set', detail: { silent_minutes: 30 } });
    for (const minutes of ['0', '1441', 'x']) expect((await bench.run(...set(minutes))).code).toBe(2);
  });
});
