import { until } from '@callside/test-kit';
import { createDialler, createRepsDialler, type RepsDialler } from '../../../test/support/dialler.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../../test/support/organisations.ts';
import { ndjsonRecords, Reader } from '../../../test/support/reader.ts';
import { type ServiceUnderTest, startService } from '../../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let brand: TestBrand;
let reps: TestUser[];
let reader: Reader;

beforeAll(async () => {
  service = await startService({ servers: 2 });
  // Slow commits: the transaction of an event goes on after its call has got its start or end.
  await service.query(`
    CREATE FUNCTION commit_slowly() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(random() * 0.3); RETURN NULL; END $$`);
  await service.query(`
    CREATE CONSTRAINT TRIGGER slow_commits AFTER INSERT OR UPDATE ON calls
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION commit_slowly()`);
});
beforeEach(async () => {
  brand = await addBrand(service);
  reps = await Promise.all(Array.from({ length: 8 }, () => addUser(service, brand)));
  reader = await Reader.of(service.clients[0], brand, reps[0]!);
});
afterAll(() => service.close());

interface Read {
  references: string[];
  nextCursor: string;
  completeUntil: Date;
}

async function read(query: Record<string, string>): Promise<Read> {
  const answer = await reader.send('GET', `/calls/export?${new URLSearchParams(query)}`);
  expect(answer.status).toBe(200);
  return {
    references: ndjsonRecords<{ reference: string }>(answer.text).map(({ reference }) => reference),
    nextCursor: String(answer.headers['x-next-cursor']),
    completeUntil: new Date(String(answer.headers['x-complete-until'])),
  };
}

/** Reads one after the other until `isOver`, and until a read after that has everything. */
async function readConsecutively(more: Record<string, string>, isOver: () => boolean): Promise<string[]> {
  const references: string[] = [];
  let since = '';
  const readNext = async () => {
    const { references: found, nextCursor } = await read({ since, ...more });
    references.push(...found);
    since = nextCursor;
  };
  while (!isOver()) await readNext();
  const until = Date.now() + 50;
  while (Date.now() < until) await readNext();
  return references;
}

const callsOnFile = async () =>
  (await service.query<{ reference: string }>('SELECT reference FROM calls WHERE brand_id = $1', [brand.id])).map(
    ({ reference }) => reference,
  );

const diallersOf = (rep: TestUser): RepsDialler[] =>
  service.clients.map((client) => createRepsDialler(createDialler(client, brand), rep));

/** Calls of all reps through both servers, each ended before the next one. */
async function makeCalls(each: number): Promise<void> {
  await Promise.all(
    reps.map(async (rep) => {
      const diallers = diallersOf(rep);
      for (let call = 0; call < each; call += 1) {
        const dialler = diallers[call % diallers.length]!;
        const answers = [
          await dialler.send('call-started', { phone_number: `+1415555${String(1000 + call)}` }),
          await dialler.send('call-ended'),
        ];
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      }
    }),
  );
}

test.each([
  ['of the calls that started', {}],
  ['of the calls that ended', { ended: 'true' }],
])('consecutive reads %s hold each call exactly once, also with slow commits on two servers', async (_, more) => {
  let isOver = false;
  const reading = readConsecutively(more, () => isOver);
  await makeCalls(4);
  isOver = true;
  const references = await reading;
  expect(references).toHaveLength(8 * 4);
  expect(references.toSorted()).toEqual((await callsOnFile()).toSorted());
});

test('windows by time that end at X-Complete-Until hold each call exactly once', async () => {
  let isOver = false;
  const references: string[] = [];
  const reading = (async () => {
    let from = new Date(0);
    const readNext = async () => {
      const { references: found, completeUntil } = await read({ from: from.toISOString() });
      references.push(...found);
      from = completeUntil;
    };
    while (!isOver) await readNext();
    await until('the last call is before the end of a window', async () => {
      await readNext();
      return references.length >= 8 * 3;
    });
  })();
  await makeCalls(3);
  isOver = true;
  await reading;
  expect(references.toSorted()).toEqual((await callsOnFile()).toSorted());
});

test('an open transaction of somebody else hides nothing, unless it has written to calls', async () => {
  const [dialler] = diallersOf(reps[0]!);
  const other = await service.connect();
  try {
    await other.query('BEGIN');
    await other.query("UPDATE users SET name = 'Renamed' WHERE id = $1", [reps[1]!.id]);
    await dialler!.send('call-started');
    const [reference] = await callsOnFile();
    await until('the call is exported', async () => (await read({ since: '' })).references.includes(reference!));

    await other.query('UPDATE calls SET picked_customer_id = NULL WHERE reference = $1', [reference]);
    const { completeUntil } = await read({ since: '' });
    const [began] = (await other.query('SELECT transaction_timestamp() AS at')).rows;
    expect(completeUntil.getTime()).toBeLessThan(began.at.getTime());
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
});

test.each([
  ['since together with from', { since: '', from: '2026-03-01' }, 'since'],
  ['ended without since', { ended: 'true' }, 'ended'],
  ['a text that is no cursor', { since: 'yesterday' }, 'since'],
  ['an instant after the year 9999', { since: Buffer.from('start 999999999999999').toString('base64url') }, 'since'],
  ['another ended than yes or no', { since: '', ended: 'yes' }, 'ended'],
])('%s is 422 and named', async (_, query: Record<string, string>, field) => {
  const answer = await reader.send('GET', `/calls/export?${new URLSearchParams(query)}`);
  expect([answer.status, Object(answer.json).detail?.[0]?.loc]).toEqual([422, ['query', field]]);
});

test('a cursor of reads by start is refused for reads by end', async () => {
  const { nextCursor } = await read({ since: '' });
  const answer = await reader.send('GET', `/calls/export?since=${nextCursor}&ended=true`);
  expect(answer.status).toBe(422);
});
