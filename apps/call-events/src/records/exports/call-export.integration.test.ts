import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { type ChatList, type ExportedCall, exportedCallSchema } from '@callside/schemas';
import { RedisProcess, until } from '@callside/test-kit';
import { addCall, addManyCalls, addSession, type FiledCall } from '../../../test/support/calls-on-file.ts';
import { Companion } from '../../../test/support/companion.ts';
import { createDialler, createRepsDialler } from '../../../test/support/dialler.ts';
import { addBrand, addUser, type TestBrand, type TestUser } from '../../../test/support/organisations.ts';
import { csvRecords, ndjsonRecords, Reader, tokenFor } from '../../../test/support/reader.ts';
import { type ServiceUnderTest, startService } from '../../../test/support/service-under-test.ts';

let redis: RedisProcess;
let service: ServiceUnderTest;
let brand: TestBrand;
let rep: TestUser;
let reader: Reader;

beforeAll(async () => {
  redis = await RedisProcess.reserve();
  await redis.start();
  service = await startService({ redisUrl: redis.url });
});
beforeEach(async () => {
  brand = await addBrand(service);
  rep = await addUser(service, brand);
  reader = await Reader.of(service.clients[0], brand, rep);
});
afterAll(async () => {
  await service.close();
  await redis.kill();
});

/** Larger than all buffers between the server and a reader. */
const many = { count: 8_000, customerIdLength: 3_000 };
const noon = new Date('2026-03-01T12:00:00.250Z');
const ask = (query: Record<string, string> = {}) => reader.send('GET', `/calls/export?${new URLSearchParams(query)}`);
const asNdjson = async (query: Record<string, string> = {}) => ndjsonRecords<ExportedCall>((await ask(query)).text);
const asCsv = async (query: Record<string, string> = {}) => csvRecords((await ask({ ...query, format: 'csv' })).text);

interface OnFile {
  call: Omit<ExportedCall, 'transcription_session' | 'on_hold' | 'recording_paused'>;
  session: { finalized_at: string | null; ended_at: string | null } | null;
}

/** The calls of the brand, formatted by PostgreSQL. */
async function onFile(): Promise<OnFile[]> {
  const instant = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return service.query<OnFile>(
    `SELECT json_build_object(
              'reference', c.reference, 'agent_email', c.agent_email, 'phone_number', c.phone_number,
              'customer_id', c.customer_id, 'started_at', ${instant('c.started_at')}, 'ended_at', ${instant('c.ended_at')},
              'end_reason', c.end_reason) AS call,
            CASE WHEN s.id IS NOT NULL THEN
              json_build_object('finalized_at', ${instant('s.finalized_at')}, 'ended_at', ${instant('s.ended_at')}) END AS session
       FROM calls c
       LEFT JOIN transcription_sessions s ON s.call_id = c.id
        AND s.opened_at = (SELECT max(opened_at) FROM transcription_sessions WHERE call_id = c.id)
      WHERE c.brand_id = $1 ORDER BY c.started_at, c.id`,
    [brand.id],
  );
}

/** The expected cell of a text that a spreadsheet would treat as a formula. */
const cell = (text: string | null) => (text === null ? '' : /^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** More than two pages; some calls have sessions, one of them live. */
async function fileCalls(): Promise<void> {
  await addManyCalls(service, brand, rep, { count: 1_203, from: noon });
  await service.query(
    `INSERT INTO transcription_sessions (id, brand_id, user_id, call_id, opened_at, finalized_at, ended_at)
     SELECT gen_random_uuid(), brand_id, user_id, id, started_at + interval '1 s', ended_at, ended_at - interval '1 s' FROM calls
      WHERE brand_id = $1 AND customer_id IS NOT NULL
     UNION ALL
     SELECT gen_random_uuid(), brand_id, user_id, id, started_at, NULL, NULL FROM calls
      WHERE brand_id = $1 AND (customer_id IS NULL AND phone_number LIKE '%7' OR phone_number LIKE '%99')`,
    [brand.id],
  );
  const dialler = createRepsDialler(createDialler(service.clients[0], brand), rep);
  await dialler.send('call-started', { customer_id: '0007' });
  await dialler.send('hold-started');
  await dialler.send('recording-paused');
}

it('NDJSON has every call of the database, one per line, oldest first', async () => {
  await fileCalls();
  const answer = await ask();
  expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
  const exported = ndjsonRecords<ExportedCall>(answer.text);
  const expected = await onFile();
  expect(exported).toHaveLength(1_204);
  for (const [index, line] of exported.entries()) {
    const isLast = index === 1_203;
    expect(exportedCallSchema.parse(line)).toEqual(line);
    expect(line).toEqual({
      ...expected[index]?.call,
      on_hold: isLast,
      recording_paused: isLast,
      picked_customer_id: null,
      picked_phone_number: null,
      transcription_session: expected[index]?.session ? { live: false, ...expected[index].session } : null,
    });
  }
  const kinds = new Set(exported.map(({ transcription_session: session }) => session && session.finalized_at !== null));
  expect(kinds).toEqual(new Set([null, true, false]));
});

it('CSV has the same calls, row by row, for a CSV parser', async () => {
  await fileCalls();
  const answer = await ask({ format: 'csv' });
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="calls-${brand.slug}.csv"`);
  const exported = csvRecords(answer.text);
  const expected = await onFile();
  expect(exported).toHaveLength(expected.length);
  for (const [index, record] of exported.entries()) {
    const { call, session } = expected[index]!;
    const isLast = String(index === 1_203);
    expect(record).toEqual({
      reference: call.reference,
      agent_email: call.agent_email,
      phone_number: cell(call.phone_number),
      customer_id: cell(call.customer_id),
      picked_customer_id: '',
      picked_phone_number: '',
      started_at: call.started_at,
      ended_at: cell(call.ended_at),
      end_reason: cell(call.end_reason),
      on_hold: isLast,
      recording_paused: isLast,
      transcription_live: session ? 'false' : '',
      transcription_finalized_at: cell(session?.finalized_at ?? null),
      transcription_ended_at: cell(session?.ended_at ?? null),
    });
  }
});

it('a session held by a companion is live, in the export and in every other read', async () => {
  await createRepsDialler(createDialler(service.clients[0], brand), rep).send('call-started');
  const token = await tokenFor(rep, brand, { audience: 'companion' });
  const companion = new Companion({ port: service.clients[0].port, host: brand.host, token });
  try {
    await companion.hears('recording.state');
    const session = await companion.open();
    await companion.chunk(session, 0);
    const [listed] = (await reader.read<ChatList>('/chats')).items;
    const live = { live: true, finalized_at: null, ended_at: expect.any(String) };
    expect(await asNdjson()).toMatchObject([{ transcription_session: live }]);
    expect(await asCsv()).toMatchObject([{ transcription_live: 'true', transcription_finalized_at: '' }]);
    expect(await reader.read(`/calls/${listed?.call.reference}`)).toMatchObject({ transcription_session: live });
    expect(await reader.read(`/chats/${listed?.id}`)).toMatchObject({
      transcription_session: live,
      transcript: [{ sequence: 0, text: 'chunk 0' }],
    });
  } finally {
    companion.close();
  }
});

describe('CSV', () => {
  it('prevents formulas in spreadsheets; NDJSON keeps the text unchanged', async () => {
    const texts = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      "=cmd|' /C calc'!A0",
      '＝1+1',
      ' =1',
      '\u00a0+1',
      '\ufeff-1',
      '\v@A1',
      '\f=1',
      '\u2028=1',
      '0042',
      "'quoted",
      ' 1=1',
      '\n1',
    ];
    for (const [n, text] of texts.entries()) {
      const startedAt = new Date(noon.getTime() + n);
      await addCall(service, brand, rep, { phoneNumber: text, customerId: text, startedAt });
    }
    const cells = (await asCsv()).map(({ phone_number, customer_id }) => [phone_number, customer_id]);
    const dangerous = 13;
    expect(cells).toEqual(texts.map((text, n) => Array(2).fill(n < dangerous ? `'${text}` : text)));
    expect((await asNdjson()).map(({ customer_id }) => customer_id)).toEqual(texts);
  });

  it('prevents formulas in a spreadsheet that splits at `;`, which starts a cell inside quotes, too', async () => {
    const cells = {
      'x;=1+1': "x;'=1+1",
      ';;-1;\t@A1': ";;'-1;'\t@A1",
      '=1;=2': "'=1;'=2",
      'x; "=1+1&"': 'x;\' "=1+1&"',
      'x\n=1': "x\n'=1",
      'x\r\n＝1': "x\r\n'＝1",
      '\n=1': "'\n'=1",
      '\r=1': "'\r'=1",
      ' \n\u200b=1': "' \n'\u200b=1",
      'a;b=1;c': 'a;b=1;c',
    };
    for (const [n, text] of Object.keys(cells).entries()) {
      await addCall(service, brand, rep, { customerId: text, startedAt: new Date(noon.getTime() + n) });
    }
    expect((await asCsv()).map(({ customer_id }) => customer_id)).toEqual(Object.values(cells));
  });

  it('quotes where needed, and ends lines as in RFC 4180', async () => {
    const texts = ['a,b', 'a"b', '"', 'a\nb', 'a\r\nb', 'a\rb', '', '日本語 😀', 'a;b'];
    for (const [n, text] of texts.entries()) {
      await addCall(service, brand, rep, { customerId: text, startedAt: new Date(noon.getTime() + n) });
    }
    expect((await asCsv()).map(({ customer_id }) => customer_id)).toEqual(texts);
    const { text } = await ask({ format: 'csv' });
    expect(text.startsWith('reference,agent_email,')).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
  });

  it('a CSV without calls is only the header, and NDJSON is empty', async () => {
    expect((await ask({ format: 'csv' })).text).toMatch(/^reference,[a-z_,]+,transcription_ended_at\r\n$/);
    expect((await ask()).text).toBe('');
  });
});

describe('the range', () => {
  it('includes its start and excludes its end', async () => {
    const at = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);
    const calls: FiledCall[] = [];
    for (const minute of [0, 1, 2, 3]) calls.push(await addCall(service, brand, rep, { startedAt: at(minute) }));
    const exported = async (query: Record<string, string>) =>
      (await asNdjson(query)).map(({ reference }) => calls.findIndex((call) => call.reference === reference));
    expect(await exported({ from: at(1).toISOString(), to: at(3).toISOString() })).toEqual([1, 2]);
    expect(await exported({ from: at(2).toISOString() })).toEqual([2, 3]);
    expect(await exported({ to: at(2).toISOString() })).toEqual([0, 1]);
    expect(await exported({ from: '2026-03-01', to: '2026-03-02' })).toEqual([0, 1, 2, 3]);
    expect(await exported({ from: '2026-03-02' })).toEqual([]);
    expect(await exported({ to: '9999-12-31' })).toEqual([0, 1, 2, 3]);
  });

  it('includes a call that has just started', async () => {
    for (let n = 0; n < 20; n += 1) {
      const user = await addUser(service, brand);
      await createRepsDialler(createDialler(service.clients[0], brand), user).send('call-started');
      expect(await asNdjson()).toHaveLength(n + 1);
    }
  });

  it('excludes calls of other brands', async () => {
    const other = await addBrand(service);
    await addCall(service, other, await addUser(service, other));
    expect(await asNdjson()).toEqual([]);
  });

  it.each([
    ['from', 'yesterday'],
    ['to', '2024-02-31'],
    ['format', 'xlsx'],
    ['format', ''],
  ])('refuses %s=%s with 422 and names the parameter', async (name, value) => {
    const answer = await ask({ [name]: value });
    expect([answer.status, answer.json]).toEqual([
      422,
      {
        detail: [
          { type: expect.any(String), loc: ['query', name], msg: expect.stringMatching(new RegExp(`^${name} must`)) },
        ],
      },
    ]);
  });
});

/** An export that the test reads as slowly as it needs. */
async function open(query: Record<string, string> = {}): Promise<IncomingMessage> {
  const request = get({
    host: '127.0.0.1',
    port: service.clients[0].port,
    path: `${reader.pathOf('/calls/export')}?${new URLSearchParams(query)}`,
    headers: reader.headers,
    agent: false,
  });
  const [response] = await once(request, 'response');
  return response;
}

/** Runs with the lease store unavailable, and waits until it is readable again. */
async function withoutLeaseStore(work: () => Promise<void>): Promise<void> {
  const probe = await addCall(service, brand, rep, { startedAt: new Date('2020-01-01T00:00:00Z') });
  await addSession(service, probe);
  await redis.kill();
  try {
    await work();
  } finally {
    await redis.start();
    const isBack = async () => (await reader.send('GET', `/calls/${probe.reference}`)).status === 200;
    await until('the lease store is read again', isBack);
  }
}

describe('while the lease store cannot be read', () => {
  const unavailable = { status: 503, json: { detail: expect.any(String), request_id: expect.any(String) } };

  it('a range with a session that is not finalized is 503 before its first byte, wherever the session is', async () => {
    await addManyCalls(service, brand, rep, { count: 1_500, from: noon });
    const last = await addCall(service, brand, rep, { startedAt: new Date('2026-06-01T00:00:00Z') });
    await addSession(service, last);
    await withoutLeaseStore(async () => {
      for (const format of ['ndjson', 'csv']) {
        const answer = await ask({ format, from: '2026-01-01' });
        expect(answer).toMatchObject(unavailable);
        expect(answer.headers['content-disposition']).toBeUndefined();
      }
      expect((await ask({ from: '2026-01-01', to: '2026-06-01' })).status).toBe(200);
    });
  });

  it('a range in which every shown session is finalized is exported', async () => {
    const call = await addCall(service, brand, rep);
    await addSession(service, call, { openedAt: noon });
    await addSession(service, call, { finalizedAt: noon });
    await withoutLeaseStore(async () => {
      expect(await asNdjson({ from: '2026-01-01' })).toMatchObject([{ transcription_session: { live: false } }]);
    });
  });

  it('an export in progress is cut off before any line of unknown liveness', async () => {
    await addManyCalls(service, brand, rep, { ...many, from: noon });
    const last = await addCall(service, brand, rep, { startedAt: new Date('2026-10-01T00:00:00Z') });
    await addSession(service, last);
    const export_ = await open();
    expect(export_.statusCode).toBe(200);
    await withoutLeaseStore(async () => {
      const text = textOf(export_);
      await expect(text.whole).rejects.toThrow('aborted');
      const lines = text.soFar().split('\n').slice(0, -1);
      expect(lines.length).toBeGreaterThan(1_000);
      expect(lines.map((line) => JSON.parse(line).reference)).not.toContain(last.reference);
    });
    const isLogged = () => /"route":"\/:brand\/calls\/export"[^\n]*"aborted":true/.test(service.logged());
    await until('the aborted export is logged', isLogged);
  });
});

describe('a large export', () => {
  it('is read from the database no faster than its reader receives it', async () => {
    await addManyCalls(service, brand, rep, { ...many, from: noon });
    const export_ = await open();
    await until('no further page is read', quietFor(400));
    // A page read after this would show the change.
    await service.query(
      `UPDATE calls SET customer_id = 'changed' WHERE id = (
         SELECT id FROM calls WHERE brand_id = $1 ORDER BY started_at DESC, id DESC LIMIT 1)`,
      [brand.id],
    );
    const lines = ndjsonRecords<ExportedCall>(await textOf(export_).whole);
    expect(lines).toHaveLength(many.count);
    expect(lines.at(-1)?.customer_id).toBe('changed');
  });

  it('stops when its reader disconnects, without an error in the log', async () => {
    await addManyCalls(service, brand, rep, { ...many, from: noon });
    const failures = () => service.logged().split('request failed').length;
    const requests = () => service.logged().split('"aborted":true').length;
    const before = { failures: failures(), requests: requests() };
    const export_ = await open();
    await once(export_, 'readable');
    export_.destroy();
    await until('the request is over', () => requests() > before.requests);
    await until('no further page is read', quietFor(400));
    expect(failures()).toBe(before.failures);
  });
});

/** Whether the service has started no read of an export for this long. */
function quietFor(ms: number): () => Promise<boolean> {
  let last = '';
  let since = performance.now();
  return async () => {
    const [row] = await service.query<{ begun: string }>(
      `SELECT coalesce(max(query_start)::text, '') AS begun FROM pg_stat_activity
        WHERE application_name = 'call-events pages' AND datname = current_database()`,
    );
    if (row?.begun !== last) since = performance.now();
    last = row?.begun ?? '';
    return performance.now() - since > ms;
  };
}

function textOf(response: IncomingMessage): { whole: Promise<string>; soFar: () => string } {
  const chunks: Buffer[] = [];
  const soFar = () => Buffer.concat(chunks).toString();
  const read = async () => {
    for await (const chunk of response) chunks.push(chunk);
    return soFar();
  };
  return { whole: read(), soFar };
}
