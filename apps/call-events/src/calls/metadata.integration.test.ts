import { type EventRow, eventsOf } from '../../test/support/records.ts';
import { newRep, type Scene } from '../../test/support/scene.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';

let service: ServiceUnderTest;
let scene: Scene;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  scene = await newRep(service);
});
afterAll(() => service.close());

async function rowOf(body: string): Promise<EventRow> {
  const { status, text } = await scene.dialler.post('call-started', body);
  expect({ status, text }).toMatchObject({ status: 200 });
  const [row] = await eventsOf(service, scene.rep);
  if (row === undefined) throw new Error('the event is not on file');
  return row;
}

/** A start with this JSON text as its metadata, between other fields, so that a wrong cut would be visible. */
const bodyWith = (metadata: string) =>
  `{"agent_email":"${scene.rep.email}","metadata":${metadata},"phone_number":"+14155550134"}`;

test.each([
  ['an empty object', '{}'],
  ['a large integer', '{"a":12345678901234567890}'],
  ['a decimal with a trailing zero', '{"a":1.10}'],
  ['a number beyond double precision', '{"a":1e999,"b":-1E-999,"c":0.1000000000000000055511151231257827}'],
  ['minus zero', '{"a":-0,"b":-0.0}'],
  ['a key that comes twice', '{"a":1,"a":2,"a":1}'],
  ['keys out of order', '{"b":1,"a":2,"10":3,"9":4}'],
  ['an empty key', '{"":1}'],
  ['escapes', '{"a":"\\u0041\\/\\b\\n\\u00e9\\ud83d\\ude00"}'],
  ['raw characters of every kind', '{"é":"🙂 \u2028\u2029\u007f"}'],
  ['an escaped NUL', '{"a":"\\u0000","\\u0000":1}'],
  ['lone surrogates', '{"a":"\\ud800","b":"\\udc00\\ud800"}'],
  ['__proto__', '{"__proto__":{"polluted":true},"constructor":{"prototype":1}}'],
  ['what looks like more of the body', '{"metadata":{"metadata":1},"a":"\\"metadata\\":{}"}'],
  ['brackets in texts', '{"a":"}]","b":"{[","c":"\\\\"}'],
  ['SQL', `{"a":"'); DROP TABLE call_events; --","b":"$1","c":"\\\\x00"}`],
  ['values of every type', '{"a":[1,null,true,false,"",{},[]]}'],
  ['a Socket.IO placeholder', '{"_placeholder":true,"num":0}'],
  ['1,000 levels', `{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`],
  ['much text', `{"a":"${'x'.repeat(1_000_000)}"}`],
  ['many escapes', `{"a":"${'\\n'.repeat(500_000)}"}`],
  ['many members', `{${Array.from({ length: 50_000 }, (_, index) => `"k${index}":${index}`).join(',')}}`],
  ['many brackets', `{"a":[${Array(300_000).fill('[]').join(',')}]}`],
])('metadata with %s is stored as sent', async (_title, metadata) => {
  const row = await rowOf(bodyWith(metadata));
  expect(row.metadata === metadata).toBe(true);
});

test('white space around and inside the object may be dropped, everything else is stored as sent', async () => {
  const { metadata } = await rowOf(bodyWith(' \n{ "a" : 1.10 ,\t"b" : " x " }\r\n '));
  expect(metadata.replaceAll(/\s+(?=(?:[^"]*"[^"]*")*[^"]*$)/g, '')).toBe('{"a":1.10,"b":" x "}');
});

test.each([
  ['absent', () => `{"agent_email":"${scene.rep.email}","phone_number":"1"}`],
  ['null', () => bodyWith('null')],
  [
    'null in the end',
    () => `{"agent_email":"${scene.rep.email}","phone_number":"1","metadata":{"a":1},"metadata":null}`,
  ],
])('metadata that is %s is stored as {}', async (_title, body) => {
  expect((await rowOf(body())).metadata).toBe('{}');
});

test.each([10_000, 100_000, 500_000])('metadata of %i levels is accepted and stored as sent', async (levels) => {
  const metadata = `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  const row = await rowOf(bodyWith(metadata));
  expect((row.metadata_text ?? row.metadata) === metadata).toBe(true);
});

test('metadata of 100,000 nested objects is accepted, and its retry is a duplicate', async () => {
  const metadata = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
  const body = `{"agent_email":"${scene.rep.email}","event_id":"deep","metadata":${metadata}}`;
  expect((await scene.dialler.post('recording-paused', body)).json).toMatchObject({ duplicate: false });
  expect((await scene.dialler.post('recording-paused', body)).json).toMatchObject({ duplicate: true });
});

test('a body with deep nesting in unknown fields is accepted', async () => {
  const deep = `${'['.repeat(150_000)}${']'.repeat(150_000)}`;
  const body = `{"x":${deep},"agent_email":"${scene.rep.email}","event_id":${deep},"occurred_at":${deep}}`;
  expect((await scene.dialler.post('hold-started', body)).status).toBe(200);
});

test('a body that is a deeply nested list is refused because it is not an object', async () => {
  const answer = await scene.dialler.post('hold-started', `${'['.repeat(500_000)}${']'.repeat(500_000)}`);
  expect(answer).toMatchObject({ status: 422, json: { detail: [{ loc: ['body'] }] } });
});

test('metadata that is a deeply nested list is refused because it is not an object', async () => {
  const answer = await scene.dialler.post('hold-started', bodyWith(`${'['.repeat(100_000)}${']'.repeat(100_000)}`));
  expect(answer).toMatchObject({ status: 422, json: { detail: [{ loc: ['body', 'metadata'] }] } });
});

test('an event with metadata that PostgreSQL cannot parse does not affect the other events of its batch', async () => {
  const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      scene.dialler.post(
        'hold-started',
        `{"agent_email":"${scene.rep.email}","event_id":${index},"metadata":${index % 10 === 3 ? deep : `{"n":${index}}`}}`,
      ),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
  const rows = await eventsOf(service, scene.rep);
  expect(rows.length).toBe(30);
  for (const { event_id, metadata, metadata_text } of rows) {
    const sent = Number(event_id) % 10 === 3 ? deep : `{"n":${event_id}}`;
    expect((metadata_text ?? metadata) === sent).toBe(true);
  }
});
