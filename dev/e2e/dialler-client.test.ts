import { DiallerClient, type Retry } from '@callside/client';
import { type Deployment, deploy } from './support/deployment.ts';

let deployment: Deployment;
let retries: Retry[];

beforeAll(async () => {
  deployment = await deploy();
});
afterAll(() => deployment.close());

const number = '+14155552671';

/** Retries as soon as the server is back: `onWait` replaces the delay. */
function openDialler(onWait: () => Promise<void>): DiallerClient {
  retries = [];
  return new DiallerClient({
    baseUrl: deployment.url,
    apiKey: deployment.key,
    wait: onWait,
    onRetry: (retry) => retries.push(retry),
  });
}

function rowsOf(callReference: string): Promise<{ event: string; event_id: string }[]> {
  return deployment.query('SELECT event, event_id FROM call_events WHERE event_id LIKE $1 ORDER BY id', [
    `${callReference}:%`,
  ]);
}

test('an event is recorded once if the server crashes between recording and answering', async () => {
  await deployment.letNextEventCrash();
  const dialler = openDialler(deployment.crashAndRestart);
  const call = { agent_email: deployment.rep.email, callReference: 'crash' };
  const answer = await dialler.callStarted({ ...call, phone_number: number });
  expect(answer).toMatchObject({ accepted: true, duplicate: true, agent_resolved: true, call_active: true });
  expect(retries).toMatchObject([{ delayMs: 1_000, error: { status: null, attempts: 1 } }]);
  expect(await rowsOf('crash')).toEqual([{ event: 'call-started', event_id: 'crash:call-started:1' }]);
});

test('a pause whose answer was lost pauses once, and can be resumed', async () => {
  const dialler = openDialler(deployment.crashAndRestart);
  const call = { agent_email: deployment.rep.email, callReference: 'pause' };
  await dialler.callStarted({ ...call, phone_number: '+14155552672' });
  await deployment.letNextEventCrash();
  expect(await dialler.recordingPaused({ ...call, ordinal: 1 })).toMatchObject({ duplicate: true, call_active: true });
  expect(await dialler.recordingResumed({ ...call, ordinal: 1 })).toMatchObject({ duplicate: false });
  // A late retry of the first pause is still a duplicate.
  expect(await dialler.recordingPaused({ ...call, ordinal: 1 })).toMatchObject({ duplicate: true });
  const [state] = await deployment.query('SELECT recording_paused FROM rep_state');
  expect(state).toEqual({ recording_paused: false });
  expect(await rowsOf('pause')).toHaveLength(3);
});

test('an event sent while no server was running is recorded when a server runs again', async () => {
  const dialler = openDialler(deployment.crashAndRestart);
  const call = { agent_email: deployment.rep.email, callReference: 'away' };
  await deployment.letNextEventCrash();
  await expect(deployment.post('call-ended')).rejects.toThrow('fetch failed');
  expect(await dialler.callStarted({ ...call, phone_number: number })).toMatchObject({ duplicate: false });
  expect(retries).toMatchObject([{ error: { status: null } }]);
  expect(await rowsOf('away')).toHaveLength(1);
});

test('a wrong key and an invalid body are reported without a retry', async () => {
  const wait = jest.fn(async () => {});
  const body = { agent_email: deployment.rep.email, phone_number: number };
  const stranger = new DiallerClient({ baseUrl: deployment.url, apiKey: `cs_live_${'0'.repeat(40)}`, wait });
  await expect(stranger.callStarted(body)).rejects.toMatchObject({ status: 401, detail: expect.any(String) });
  const dialler = new DiallerClient({ baseUrl: deployment.url, apiKey: deployment.key, wait });
  await expect(dialler.callStarted({ ...body, agent_email: ' ' })).rejects.toMatchObject({
    status: 422,
    detail: [{ loc: ['body', 'agent_email'] }],
  });
  const elsewhere = new DiallerClient({
    baseUrl: deployment.url.replace('localhost', '127.0.0.1'),
    apiKey: deployment.key,
    wait,
  });
  await expect(elsewhere.callStarted(body)).rejects.toMatchObject({ status: 404 });
  expect(wait).not.toHaveBeenCalled();
});
