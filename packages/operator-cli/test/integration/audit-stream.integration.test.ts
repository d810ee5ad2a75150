import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@callside/test-kit';
import { startCallside } from '../support/callside.ts';
import { type CommandBench, createBrand, createCommandBench, sessionSecret } from '../support/command-bench.ts';

let bench: CommandBench;
const running: ReturnType<typeof startCallside>[] = [];

beforeAll(async () => {
  bench = await createCommandBench();
  await createBrand(bench, 'acme');
  await createBrand(bench, 'other');
});
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.splice(0).map(({ ended }) => ended));
});
afterAll(() => bench.close());

interface Line {
  cursor: string;
  brand: string | null;
  subject: string;
}

const insert = `INSERT INTO audit_log (brand_id, actor, action, subject)
  SELECT id, 'somebody', 'session.start', $2 FROM brands WHERE slug = $1`;
const append = (subject: string, brand = 'acme') => bench.database.query(insert, [brand, subject]);

async function newestCursor(): Promise<string> {
  const [row] = await bench.database.query<{ newest: string }>('SELECT max(id) AS newest FROM audit_log');
  return String(row?.newest);
}

/** A running `audit stream`. */
function stream(...args: string[]) {
  const started = startCallside(['audit', 'stream', ...args], {
    DATABASE_URL: bench.url,
    SESSION_SECRET: sessionSecret,
  });
  running.push(started);
  let printed = '';
  started.child.stdout?.on('data', (text: string) => {
    printed += text;
  });
  const lines = () =>
    printed
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line);
  const subjects = () => lines().map(({ subject }) => subject);
  const hasPrinted = (...expected: string[]) =>
    until(`${expected} is printed`, () => expected.every((subject) => subjects().includes(subject)));
  return { ...started, lines, subjects, hasPrinted };
}

it('prints every entry from the beginning, as `audit list` has it, and follows', async () => {
  const following = stream();
  await append('later');
  await following.hasPrinted('later');
  const listed = (await bench.json('audit', 'list')) as { id: string }[];
  expect(following.lines()).toEqual(listed.toReversed().map((entry) => ({ cursor: entry.id, ...entry })));
});

it('goes on after a cursor, with the entries of one brand', async () => {
  await append('before');
  const following = stream('--since', await newestCursor(), '--brand', 'acme');
  await append('of another', 'other');
  await append('first');
  await append('second');
  await following.hasPrinted('second');
  expect(following.subjects()).toEqual(['first', 'second']);
  const again = stream('--since', following.lines()[0]?.cursor ?? '');
  await again.hasPrinted('second');
  expect(again.subjects()).toEqual(['second']);
});

it('misses no entry that is committed after one with a greater id, and prints it first', async () => {
  const following = stream('--since', await newestCursor());
  await append('at once');
  await following.hasPrinted('at once');
  const slow = await bench.database.pool.connect();
  try {
    await slow.query('BEGIN');
    await slow.query(insert, ['acme', 'slow']);
    await append('quick');
    // Several looks of the stream.
    await pause(2_000);
    expect(following.subjects()).toEqual(['at once']);
    await slow.query('COMMIT');
  } finally {
    slow.release();
  }
  await following.hasPrinted('slow', 'quick');
  expect(following.subjects()).toEqual(['at once', 'slow', 'quick']);
});

it('waits neither for a transaction that only reads, nor for one that is rolled back', async () => {
  const following = stream('--since', await newestCursor());
  const [reading, failing] = await Promise.all([bench.database.pool.connect(), bench.database.pool.connect()]);
  try {
    await reading.query('BEGIN');
    await reading.query('SELECT count(*) FROM audit_log');
    await failing.query('BEGIN');
    await failing.query(insert, ['acme', 'never']);
    await failing.query('ROLLBACK');
    await append('read');
    await following.hasPrinted('read');
    await reading.query('ROLLBACK');
  } finally {
    reading.release();
    failing.release();
  }
  expect(following.subjects()).toEqual(['read']);
});

it('prints each of many concurrent entries once, in the order of their cursors', async () => {
  const following = stream('--since', await newestCursor());
  const names = Array.from({ length: 1_200 }, (_, index) => `entry ${index}`);
  const writer = async (first: number) => {
    for (let index = first; index < names.length; index += 2) {
      await bench.database.transaction(async (query) => {
        await query(insert, ['acme', names[index]]);
        if (index % 50 === 0) await query('SELECT pg_sleep(random() * 0.1)');
      });
    }
  };
  await Promise.all([writer(0), writer(1)]);
  await until('all are printed', () => following.lines().length >= names.length);
  expect(following.subjects().toSorted()).toEqual(names.toSorted());
  const cursors = following.lines().map(({ cursor }) => Number(cursor));
  expect(cursors).toEqual(cursors.toSorted((one, other) => one - other));
});

it.each(['SIGINT', 'SIGTERM'] as const)('ends at %s with exit code 0', async (signal) => {
  const following = stream('--since', await newestCursor());
  await append('last');
  await following.hasPrinted('last');
  following.child.kill(signal);
  expect(await following.ended).toMatchObject({ code: 0, stderr: '' });
});

it('ends with exit code 0 when nobody reads any more', async () => {
  const following = stream('--since', await newestCursor());
  await append('read');
  await following.hasPrinted('read');
  following.child.stdout?.destroy();
  await append('not read');
  expect(await following.ended).toMatchObject({ code: 0, stderr: '' });
});

it.each([
  ['no cursor', ['--since', 'x'], 2],
  ['a cursor that is greater than the newest', ['--since', '999999999'], 1],
  ['an unknown brand', ['--brand', 'nobody'], 1],
])('refuses %s', async (_name, args, code) => {
  expect(await bench.run('audit', 'stream', ...args)).toMatchObject({ code, stdout: '' });
});
