import { type CommandBench, createBrand, createCommandBench } from '../support/command-bench.ts';

let bench: CommandBench;
beforeAll(async () => {
  bench = await createCommandBench();
  await createBrand(bench, 'acme');
  await createBrand(bench, 'other');
});
afterAll(() => bench.close());

const add = (email: string, ...more: string[]) => [
  'user',
  'add',
  '--brand',
  'acme',
  '--email',
  email,
  '--name',
  'Robin',
  ...more,
];

describe('user add', () => {
  it('invites a rep with the normalised address', async () => {
    expect(await bench.json(...add('  Invited@ACME.example '))).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: 'invited@acme.example',
      role: 'rep',
      status: 'invited',
    });
  });

  it('adds an active owner on request and records it', async () => {
    const user = (await bench.json(...add('owner@acme.example', '--role', 'owner', '--active'))) as { id: string };
    expect(user).toMatchObject({ role: 'owner', status: 'active' });
    expect(await bench.readAudit()).toContainEqual({
      actor: expect.stringMatching(/^operator:./),
      action: 'user.add',
      subject: user.id,
      detail: { email: 'owner@acme.example', name: 'Robin', role: 'owner', status: 'active' },
      slug: 'acme',
    });
  });

  it('adds a lead with the team, which reps also have, and an auditor', async () => {
    const lead = await bench.json(...add('lead@acme.example', '--role', 'lead', '--team', ' North ', '--active'));
    expect(lead).toMatchObject({ role: 'lead', team: 'North', status: 'active' });
    expect(await bench.json(...add('north@acme.example', '--team', 'North'))).toMatchObject({
      role: 'rep',
      team: 'North',
    });
    expect(await bench.json(...add('auditor@acme.example', '--role', 'auditor'))).toMatchObject({ role: 'auditor' });
    expect((await bench.readAudit()).find(({ subject }) => subject === Object(lead).id)).toMatchObject({
      detail: { role: 'lead', team: 'North' },
    });
    const listed = await bench.json('user', 'list', '--brand', 'acme', '--team', 'North');
    expect(listed).toMatchObject([{ email: 'lead@acme.example' }, { email: 'north@acme.example', team: 'North' }]);
  });

  it('refuses a lead without a team', async () => {
    const { code, stderr } = await bench.run(...add('teamless@acme.example', '--role', 'lead'));
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('a lead needs a --team') });
  });

  it('refuses an address that the brand has, in any case', async () => {
    await bench.json(...add('twice@acme.example'));
    const { code, stdout, stderr } = await bench.run(...add('TWICE@acme.example'), '--json');
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 1, error: { code: 'conflict' } });
    expect(stderr).toBe(
      'callside: the brand acme has a user twice@acme.example already; `callside user set` changes a user\n',
    );
  });

  it('accepts the same address for another brand', async () => {
    await bench.json(...add('both@acme.example'));
    expect(
      await bench.json('user', 'add', '--brand', 'other', '--email', 'both@acme.example', '--name', 'R'),
    ).toMatchObject({ email: 'both@acme.example' });
  });

  it('refuses an unknown brand', async () => {
    const { code, stderr } = await bench.run('user', 'add', '--brand', 'nobody', '--email', 'a@b.c', '--name', 'R');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'callside: there is no brand "nobody"; `callside brand list` shows all brands\n',
    });
  });
});

describe('user deactivate', () => {
  const deactivate = (email: string) => ['user', 'deactivate', '--brand', 'acme', '--email', email];

  it('deactivates, answers the same a second time, and records it once', async () => {
    const added = (await bench.json(...add('leaver@acme.example', '--active'))) as { id: string };
    const expected = { ...added, status: 'deactivated' };
    expect(await bench.json(...deactivate('LEAVER@acme.example'))).toEqual(expected);
    expect(await bench.json(...deactivate('leaver@acme.example'))).toEqual(expected);
    const entries = (await bench.readAudit()).filter(({ action }) => action === 'user.deactivate');
    expect(entries).toEqual([expect.objectContaining({ subject: added.id, detail: { email: 'leaver@acme.example' } })]);
  });

  it("refuses an unknown user and another brand's", async () => {
    await bench.json('user', 'add', '--brand', 'other', '--email', 'theirs@other.example', '--name', 'R');
    for (const email of ['nobody@acme.example', 'theirs@other.example']) {
      const { code, stderr } = await bench.run(...deactivate(email));
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: `callside: the brand acme has no user ${email}; \`callside user add\` adds one\n`,
      });
    }
  });
});

describe('user set', () => {
  const set = (email: string, ...more: string[]) => ['user', 'set', '--brand', 'acme', '--email', email, ...more];

  it('changes name, role and status, and records it', async () => {
    await bench.json(...add('set@acme.example', '--active'));
    await bench.json('user', 'deactivate', '--brand', 'acme', '--email', 'set@acme.example');
    const changed = await bench.json(...set('SET@acme.example', '--role', 'owner', '--status', 'active'));
    expect(changed).toMatchObject({ email: 'set@acme.example', role: 'owner', status: 'active' });
    expect((await bench.readAudit()).at(-1)).toMatchObject({
      action: 'user.activate',
      detail: { email: 'set@acme.example', role: 'owner' },
    });
  });

  it('changes the team, and removes it', async () => {
    await bench.json(...add('moves@acme.example'));
    expect(await bench.json(...set('moves@acme.example', '--team', 'South'))).toMatchObject({ team: 'South' });
    expect(await bench.json(...set('moves@acme.example', '--team', ''))).not.toHaveProperty('team');
    expect((await bench.run(...set('moves@acme.example', '--role', 'lead'))).code).toBe(1);
    const lead = set('moves@acme.example', '--role', 'lead', '--team', 'South');
    expect(await bench.json(...lead)).toMatchObject({ role: 'lead', team: 'South' });
    expect((await bench.run(...set('moves@acme.example', '--team', ''))).code).toBe(1);
  });

  it('renames and deactivates a lead who has no team, and refuses a change that leaves them a lead without one', async () => {
    const email = 'teamless-lead@acme.example';
    await bench.json(...add(email, '--active'));
    await bench.database.query(`UPDATE users SET role = 'lead' WHERE email = $1`, [email]);
    expect(await bench.json(...set(email, '--name', 'Lee'))).toMatchObject({ role: 'lead', status: 'active' });
    for (const change of [
      ['--role', 'lead'],
      ['--team', ''],
    ]) {
      expect((await bench.run(...set(email, ...change))).code).toBe(1);
    }
    const deactivated = await bench.json('user', 'deactivate', '--brand', 'acme', '--email', email);
    expect(deactivated).toMatchObject({ role: 'lead', status: 'deactivated' });
  });

  it('refuses a command without a change', async () => {
    const { code, stderr } = await bench.run(...set('set@acme.example'));
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('nothing to set') });
  });
});

describe('user list', () => {
  it('prints the users of the brand only, filtered, and a table for people', async () => {
    await bench.json('brand', 'create', '--slug', 'listed', '--name', 'L', '--country', 'US', '--host', 'l.example');
    for (const [email, ...more] of [['b@l.example', '--active'], ['a@l.example']]) {
      await bench.json('user', 'add', '--brand', 'listed', '--email', email!, '--name', 'Robin', ...more);
    }
    const list = (...more: string[]) => bench.json('user', 'list', '--brand', 'listed', ...more);
    expect(await list()).toMatchObject([
      { email: 'a@l.example', name: 'Robin', role: 'rep', status: 'invited', last_login_at: null },
      { email: 'b@l.example', status: 'active' },
    ]);
    expect(await list('--status', 'active')).toMatchObject([{ email: 'b@l.example' }]);
    expect((await bench.run('user', 'list', '--brand', 'listed')).stdout).toMatch(
      /^ADDRESS +NAME +ROLE +TEAM +STATUS +LAST LOGIN\na@l\.example +Robin +rep +invited +-\n/,
    );
  });
});

describe('a dry run', () => {
  it('shows the outcome and changes nothing, also in the audit log', async () => {
    await bench.json(...add('dry@acme.example', '--active'));
    const key = (await bench.json('key', 'issue', '--brand', 'acme', '--feature', 'recommender')) as { id: string };
    const before = await bench.readAudit();
    const order = ['user', 'deactivate', '--brand', 'acme', '--email', 'dry@acme.example', '--dry-run'];
    expect(await bench.json(...order)).toMatchObject({ status: 'deactivated', dry_run: true });
    expect((await bench.run(...order)).stdout).toMatch(/^Nothing is changed\. It would be: /);
    expect(await bench.json('key', 'revoke', '--brand', 'acme', '--id', key.id, '--dry-run')).toMatchObject({
      id: key.id,
      revoked_at: expect.any(String),
    });
    expect(await bench.json('brand', 'set', '--brand', 'acme', '--country', 'GB', '--dry-run')).toMatchObject({
      country: 'GB',
    });
    expect(await bench.json('brand', 'show', '--brand', 'acme')).toMatchObject({ country: 'US' });
    expect(await bench.readAudit()).toEqual(before);
    const [user] = await bench.database.query('SELECT status FROM users WHERE email = $1', ['dry@acme.example']);
    const [stored] = await bench.database.query('SELECT revoked_at FROM api_keys WHERE id = $1', [key.id]);
    expect([user, stored]).toEqual([{ status: 'active' }, { revoked_at: null }]);
  });
});
