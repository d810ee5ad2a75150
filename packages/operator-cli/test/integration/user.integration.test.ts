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

  it('refuses an address that the brand has, in any case', async () => {
    await bench.json(...add('twice@acme.example'));
    const { code, stdout, stderr } = await bench.run(...add('TWICE@acme.example'), '--json');
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 1, error: { code: 'conflict' } });
    expect(stderr).toBe(
      'callside: the brand acme has a user twice@acme.example already; `callside user import` changes users\n',
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
      stderr: 'callside: there is no brand "nobody"; `callside brand list` shows those there are\n',
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
