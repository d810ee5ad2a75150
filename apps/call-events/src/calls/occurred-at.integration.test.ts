import { eventsOf } from '../../test/support/records.ts';
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

async function rowOf(occurred_at: unknown) {
  expect((await scene.send('hold-started', { occurred_at })).status).toBe(200);
  const [row] = await eventsOf(service, scene.rep);
  if (row === undefined) throw new Error('the event is not on file');
  return row;
}

test.each([
  ['2024-02-29T10:00:00Z', '2024-02-29T10:00:00.000Z'],
  ['2024-02-29T10:00:00', '2024-02-29T10:00:00.000Z'],
  ['2024-02-29T10:00:00.125+02:00', '2024-02-29T08:00:00.125Z'],
  ['2024-02-29T10:00:00-0530', '2024-02-29T15:30:00.000Z'],
  ['2024-02-29T10:00+14', '2024-02-28T20:00:00.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['1850-07-01T12:00:00Z', '1850-07-01T12:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('%s is stored as the correct instant', async (sent, instant) => {
  expect((await rowOf(sent)).occurred_at.toISOString()).toBe(instant);
});

test.each([
  [undefined],
  [null],
  [''],
  [' '],
  ['1'],
  [1],
  [1732188000],
  [1732188000000],
  ['1732188000'],
  [true],
  [{}],
  [[]],
  ['yesterday'],
  ['2024-02-31'],
  ['2024-02-31T10:00:00Z'],
  ['2023-02-29T10:00:00Z'],
  ['2024-13-01T10:00:00Z'],
  ['2024-01-01T25:00:00Z'],
  ['2024-01-01T10:60:00Z'],
  ['2024-01-01T10:00:00+25:00'],
  ['2024T10:00'],
  ['10:00:00Z'],
  ['02/29/2024 10:00'],
  ['Thu, 29 Feb 2024 10:00:00 GMT'],
  ['10000-01-01T00:00:00Z'],
  ['+275760-09-13T00:00:00Z'],
  ['-000001-01-01T00:00:00Z'],
  ['0000-01-01T00:00:00Z'],
  ['2024-01-01T10:00:00Z\u0000'],
  ['2024-01-01T'.repeat(20)],
])('%j is not a valid time: the time of receipt is used', async (sent) => {
  const row = await rowOf(sent);
  expect(row.occurred_at).toEqual(row.received_at);
  expect(Math.abs(row.received_at.getTime() - Date.now())).toBeLessThan(10_000);
});

test("the sender's times do not change the order of events: they are applied as they arrive", async () => {
  await scene.send('call-started', { occurred_at: '2030-01-01T00:00:00Z' });
  await scene.send('recording-paused', { occurred_at: '2020-01-01T00:00:00Z' });
  expect(await service.query('SELECT recording_paused FROM rep_state WHERE user_id = $1', [scene.rep.id])).toEqual([
    { recording_paused: true },
  ]);
});
