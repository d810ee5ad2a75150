import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandBench, createCommandBench } from '../support/command-bench.ts';

let bench: CommandBench;
let directory: string;
/** Of four digits: the names are in the order in which they were made. */
let brands = 1_000;
let brand: string;

beforeAll(async () => {
  bench = await createCommandBench();
  directory = await mkdtemp(join(tmpdir(), 'callside-import-'));
});
beforeEach(async () => {
  brands += 1;
  brand = `brand-${brands}`;
  await bench.database.query("INSERT INTO brands (id, slug, name, country) VALUES (gen_random_uuid(), $1, $1, 'US')", [
    brand,
  ]);
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  await bench.close();
});

async function writeRows(name: string, ...lines: string[]): Promise<string> {
  const file = join(directory, name);
  await writeFile(file, lines.map((line) => `${line}\n`).join(''));
  return file;
}

const importUsers = (file: string) => bench.json('user', 'import', file, '--brand', brand);

function readUsers(): Promise<{ email: string; name: string; role: string; status: string }[]> {
  return bench.database.query(
    'SELECT email, users.name, role, status FROM users JOIN brands ON brands.id = brand_id WHERE slug = $1 ORDER BY email',
    [brand],
  );
}

describe('user import', () => {
  it('inserts, updates and skips unchanged rows, and changes nothing a second time', async () => {
    const first = await writeRows(
      'one.csv',
      'email,name,role,status',
      'a@x.example,Ann,owner,active',
      ' B@X.example,Bob,rep,invited',
    );
    expect(await importUsers(first)).toEqual({ inserted: 2, updated: 0, unchanged: 0, rejected: 0, errors: [] });

    const second = await writeRows(
      'two.ndjson',
      '{"email":"a@x.example","name":"Ann Doe","role":"owner","status":"active"}',
      '',
      '{"email":"c@x.example","name":"Cy"}',
    );
    expect(await importUsers(second)).toEqual({ inserted: 1, updated: 1, unchanged: 0, rejected: 0, errors: [] });
    expect(await importUsers(second)).toEqual({ inserted: 0, updated: 0, unchanged: 2, rejected: 0, errors: [] });
    expect(await readUsers()).toEqual([
      { email: 'a@x.example', name: 'Ann Doe', role: 'owner', status: 'active' },
      { email: 'b@x.example', name: 'Bob', role: 'rep', status: 'invited' },
      { email: 'c@x.example', name: 'Cy', role: 'rep', status: 'invited' },
    ]);
  });

  it('keeps role and status of a known user when the file has none, and never sets an active user back to invited', async () => {
    await importUsers(
      await writeRows(
        'given.csv',
        'email,name,role,status',
        'a@x.example,Ann,owner,active',
        'd@x.example,Dee,owner,deactivated',
      ),
    );
    await importUsers(await writeRows('less.csv', 'email,name', 'a@x.example,Ann', 'd@x.example,Dee'));
    await importUsers(await writeRows('again.csv', 'email,name,status', 'a@x.example,Ann,invited', 'd@x.example,Dee,'));
    expect(await readUsers()).toEqual([
      { email: 'a@x.example', name: 'Ann', role: 'owner', status: 'active' },
      { email: 'd@x.example', name: 'Dee', role: 'owner', status: 'deactivated' },
    ]);
  });

  it('rejects bad rows with line and reason, imports the rest and exits 0', async () => {
    const file = await writeRows(
      'bad.csv',
      'email,name,role,status',
      'a@x.example,Ann,,',
      'nobody,No,rep,active',
      ',Empty,rep,active',
      'b@x.example,Bob,boss,gone',
      'c@x.example,Cy',
      '"d@x.example,Dee,rep,active',
      'e@x.example,"E ""Ed"" E",rep,active',
      'f@x.example,F" F,rep,active',
      `z@x.example,nul${'\0'},rep,active`,
      'g@x.example,Gus,OWNER, Active ',
    );
    expect(await importUsers(file)).toEqual({
      inserted: 4,
      updated: 0,
      unchanged: 0,
      rejected: 6,
      errors: [
        { line: 3, reason: 'email must be an address, such as rep@example.com' },
        { line: 4, reason: 'email is missing' },
        { line: 5, reason: 'role must be rep, lead, auditor or owner; status must be invited, active or deactivated' },
        { line: 7, reason: expect.stringContaining('quote') },
        { line: 9, reason: expect.stringContaining('a quote inside a value') },
        { line: 10, reason: 'name holds a NUL character' },
      ],
    });
    expect((await readUsers()).map(({ email, role }) => `${email} ${role}`)).toEqual([
      'a@x.example rep',
      'c@x.example rep',
      'e@x.example rep',
      'g@x.example owner',
    ]);
  });

  it('applies the later row of one address, and changes nothing a second time', async () => {
    const rows = ['a@x.example,First,owner,active', 'A@x.example,Second,,invited'];
    const file = await writeRows('twice.csv', 'email,name,role,status', ...rows);
    expect(await importUsers(file)).toEqual({ inserted: 1, updated: 1, unchanged: 0, rejected: 0, errors: [] });
    expect(await readUsers()).toEqual([expect.objectContaining({ name: 'Second', role: 'owner', status: 'active' })]);
    expect(await importUsers(file)).toEqual({ inserted: 0, updated: 0, unchanged: 2, rejected: 0, errors: [] });
  });

  it('accepts more rows than a batch, and more errors than it lists', async () => {
    const rows = Array.from({ length: 3000 }, (_, at) =>
      at % 2 === 0 ? `u${at}@x.example,User ${at}` : `u${at},User`,
    );
    const report = (await importUsers(await writeRows('many.csv', 'email,name', ...rows))) as { errors: unknown[] };
    expect(report).toMatchObject({ inserted: 1500, rejected: 1500 });
    expect(report.errors).toHaveLength(1000);
    expect(await readUsers()).toHaveLength(1500);
  });

  it('records the file and the counts', async () => {
    await importUsers(await writeRows('recorded.csv', 'email,name', 'a@x.example,Ann', 'nobody,No'));
    expect(await bench.readAudit()).toContainEqual({
      actor: expect.stringMatching(/^operator:./),
      action: 'user.import',
      subject: 'recorded.csv',
      detail: { inserted: 1, updated: 0, unchanged: 0, rejected: 1 },
      slug: brand,
    });
  });

  it('prints the counts and the rejected rows as text', async () => {
    const file = await writeRows('people.csv', 'email,name', 'a@x.example,Ann', 'nobody,No');
    expect(await bench.run('user', 'import', file, '--brand', brand)).toEqual({
      code: 0,
      stdout:
        '1 inserted, 0 updated, 0 unchanged, 1 rejected\n\nLINE  REJECTED BECAUSE\n3     email must be an address, such as rep@example.com\n',
      stderr: '',
    });
  });

  it.each([
    ['a missing file', 'missing.csv', undefined, 'cannot read .*missing.csv: there is no such file'],
    ['a file of another kind', 'users.xlsx', 'email,name', 'is neither .csv nor .ndjson'],
    ['an empty file', 'empty.csv', '', 'empty.csv is empty; it must name the columns'],
    ['a header without a needed column', 'header.csv', 'mail,name', 'lacks the column email'],
    ['a header with a broken quote', 'quote.csv', '"email,name', 'has a broken first line: a quote is not closed'],
  ])('fails for %s and imports nothing', async (_what, name, text, reason) => {
    if (text !== undefined) await writeFile(join(directory, name), text);
    const { code, stdout, stderr } = await bench.run(
      'user',
      'import',
      join(directory, name),
      '--brand',
      brand,
      '--json',
    );
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 1, error: { code: 'file' } });
    expect(stderr).toMatch(new RegExp(`^callside: .*${reason}.*\n$`));
    expect(await readUsers()).toEqual([]);
  });

  it('fails for an unknown brand', async () => {
    const file = await writeRows('unknown.csv', 'email,name', 'a@x.example,Ann');
    const { code, stderr } = await bench.run('user', 'import', file, '--brand', 'nobody');
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('there is no brand "nobody"') });
  });
});
