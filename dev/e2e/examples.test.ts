import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '@callside/test-kit';
import { type Deployment, deploy } from './support/deployment.ts';
import { type RunningExample, runExample } from './support/example.ts';
import { deployRecommender, type RecommenderDeployment } from './support/recommender.ts';

let deployment: Deployment;
let recommender: RecommenderDeployment;
let running: RunningExample[];

beforeAll(async () => {
  deployment = await deploy();
  recommender = await deployRecommender(deployment);
});
afterAll(async () => {
  await recommender.close();
  await deployment.close();
});
beforeEach(() => {
  running = [];
});
afterEach(() => {
  for (const example of running) example.interrupt();
});

function run(...parameters: Parameters<typeof runExample>): RunningExample {
  const example = runExample(...parameters);
  running.push(example);
  return example;
}

function runDialler(call: string): RunningExample {
  const { url, key, rep } = deployment;
  return run('dialler', ['--url', url, '--key', key, '--rep', rep.email, '--call', call, '--seconds', '0']);
}

const pause = ['recording-paused', 'recording-resumed'];
const events = ['call-started', 'hold-started', 'hold-ended', ...pause, ...pause, 'call-ended'];

test('the dialler makes a complete call with two pauses, and creates only duplicates when it runs again', async () => {
  const first = runDialler('c1');
  expect(await first.ended).toBe(0);
  expect(first.lines).toEqual(events.map((event) => `${event}: recorded; shown in 0 tabs`));
  const second = runDialler('c1');
  expect(await second.ended).toBe(0);
  expect(second.lines).toEqual(events.map((event) => `${event}: on file already`));
  const rows = await deployment.query<{ event: string; is_reused: boolean }>(
    `SELECT event, EXISTS (SELECT FROM reused_event_ids WHERE call_event_id = id) AS is_reused
       FROM call_events WHERE event_id LIKE 'c1:%' ORDER BY id`,
  );
  // The second run has other times, so it is no retry.
  expect(rows).toEqual(events.map((event) => ({ event, is_reused: true })));
});

test('the tab of the rep shows the call of the dialler until it ends', async () => {
  const rep = run('rep', ['--calls', '1'], {
    CALL_EVENTS_URL: deployment.url,
    DEMO_TAB_TOKEN: await deployment.token('tab'),
  });
  await rep.says('no call');
  expect(await runDialler('c2').ended).toBe(0);
  expect(await rep.ended).toBe(0);
  expect(rep.lines).toEqual([
    'live',
    'no call',
    'on a call with +14155550134',
    'on a call with +14155550134, on hold',
    'on a call with +14155550134',
    'on a call with +14155550134, recording paused (unknown)',
    'on a call with +14155550134',
    'on a call with +14155550134, recording paused (unknown)',
    'on a call with +14155550134',
    'no call',
  ]);
});

test('the tab of the rep reports that its token is refused', async () => {
  const rep = run('rep', ['--url', deployment.url, '--token', await deployment.token('api')]);
  expect(await rep.ended).toBe(1);
  expect(rep.lines.join()).toMatch(/does not accept the token/);
});

test('the companion applies a pause, and its session is finalized with a transcript', async () => {
  const companion = run('companion', ['--calls', '1'], {
    CALL_EVENTS_URL: deployment.url,
    DEMO_COMPANION_TOKEN: await deployment.token('companion'),
  });
  await companion.says('no call');
  const { rep, post, query } = deployment;
  await post('call-started', { phone_number: '+14155552671' });
  await companion.says('is open');
  const chunks = () => query<{ text: string }>('SELECT text FROM transcription_chunks ORDER BY sequence');
  await until('a chunk is stored', async () => (await chunks()).length > 0);
  await post('recording-paused');
  await companion.says('recording paused');
  await post('call-ended');
  expect(await companion.ended).toBe(0);
  expect(companion.lines).toContainEqual(
    expect.stringMatching(/^session [0-9a-f-]{36} was finalized at .+; [1-9]\d* frames recorded so far$/),
  );
  const [session] = await query(
    `SELECT s.finalized_at IS NOT NULL AS finalized, c.agent_email
       FROM transcription_sessions s JOIN calls c ON c.id = s.call_id`,
  );
  expect(session).toEqual({ finalized: true, agent_email: rep.email });
});

test.each(['rep', 'companion'])('%s runs until Ctrl-C, and then exits with 0', async (name) => {
  const token = await deployment.token(name === 'rep' ? 'tab' : 'companion');
  const example = run(name, ['--url', deployment.url, '--token', token]);
  await example.says('no call');
  example.interrupt();
  expect(await example.ended).toBe(0);
});

test('the IVR gets offers and sells one', async () => {
  const offers = run('offers', ['--items', '2'], {
    RECOMMENDER_URL: recommender.url,
    DEMO_RECOMMENDER_KEY: recommender.key,
  });
  expect(await offers.ended).toBe(0);
  expect(offers.lines).toEqual([
    expect.stringMatching(/^1\. \w+ Pendant, \$129\.99/),
    expect.stringMatching(/^2\. \w+ Pendant, \$129\.99/),
    expect.stringMatching(/^sold 40\d: purchase [0-9a-f-]{36}, converted: true, \$129\.99$/),
  ]);
});

test('the IVR server reads out an offer as VoiceXML and as TwiML, and takes the order', async () => {
  const ivr = run('ivr', ['--port', '0', '--deadline', '20000'], {
    RECOMMENDER_URL: recommender.url,
    DEMO_RECOMMENDER_KEY: recommender.key,
  });
  await ivr.says('listening');
  const url = /http:\S+/.exec(ivr.lines.join(' '))?.[0];
  const voiceXml = await (await fetch(`${url}/voicexml?phone=4155552671`)).text();
  const offer = /for one hundred twenty-nine dollars and ninety-nine cents\. Press 1 to order it\./;
  expect(voiceXml).toMatch(offer);
  const twiml = await (await fetch(`${url}/twiml`, { method: 'POST', body: 'From=%2B14155552671' })).text();
  expect(twiml).toMatch(offer);
  const action = /action="([^"]+)"/.exec(twiml)?.[1]?.replaceAll('&amp;', '&');
  const ordered = await fetch(`${url}${action}`, { method: 'POST', body: 'Digits=1' });
  expect(await ordered.text()).toContain('<Say>It is on its way.</Say>');
  const none = await (await fetch(`${url}/voicexml?phone=nobody`)).text();
  expect(none).toContain('<prompt>Thank you for calling.</prompt>');
  ivr.interrupt();
  expect(await ivr.ended).toBe(0);
});

test('the IVR server goes on after requests that it cannot read', async () => {
  const ivr = run('ivr', ['--port', '0'], { RECOMMENDER_URL: recommender.url, DEMO_RECOMMENDER_KEY: recommender.key });
  await ivr.says('listening');
  const url = /http:\S+/.exec(ivr.lines.join(' '))?.[0];
  expect((await fetch(`${url}//`)).status).toBe(500);
  // The server may end the connection before it answers.
  await fetch(`${url}/twiml`, { method: 'POST', body: 'x'.repeat(70_000) }).catch(() => {});
  expect((await fetch(`${url}/nothing`)).status).toBe(404);
  ivr.interrupt();
  expect(await ivr.ended).toBe(0);
});

test('settings can come from a file, in the format that npm start writes', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'callside-examples-'));
  const file = path.join(directory, 'local.env');
  const { url, key, rep } = deployment;
  await writeFile(file, `# Settings.\nCALL_EVENTS_URL=${url}\nDEMO_KEY=${key}\nDEMO_EMAIL=${rep.email}\n`);
  const dialler = run('dialler', ['--env', file, '--seconds', '0']);
  expect(await dialler.ended).toBe(0);
  expect(dialler.lines).toHaveLength(events.length);
  await rm(directory, { recursive: true });
});

test('the dialler reports in one line that its key is refused', async () => {
  const { url, rep } = deployment;
  const dialler = run('dialler', ['--url', url, '--key', `cs_live_${'0'.repeat(40)}`, '--rep', rep.email]);
  expect(await dialler.ended).toBe(1);
  expect(dialler.lines).toEqual([expect.stringMatching(/^POST \/call-events\/call-started was answered 401: /)]);
});

test.each(['dialler', 'offers', 'ivr', 'rep', 'companion'])(
  '%s explains its options, and names a missing one',
  async (name) => {
    const help = run(name, ['--help']);
    expect(await help.ended).toBe(0);
    expect(help.lines).toContainEqual(expect.stringMatching(/^ +--url /));
    const bare = run(name, ['--env', '/dev/null']);
    expect(await bare.ended).toBe(2);
    expect(bare.lines[0]).toMatch(/^--url is missing/);
  },
);

test('no example has the default port of a program of npm start', async () => {
  const root = path.join(import.meta.dirname, '../..');
  const services = await readFile(path.join(root, 'scripts/lib/local-services.mjs'), 'utf8');
  const ofServices = [...services.matchAll(/port\w*(?:: | = )(\d{4})\b/gi)].map(([, port]) => port);
  expect(ofServices).toHaveLength(3);
  for (const name of (await readdir(path.join(root, 'examples'))).filter((file) => file.endsWith('.mjs'))) {
    const [, port] =
      /port: \{.*fallback: '(\d+)'/.exec(await readFile(path.join(root, 'examples', name), 'utf8')) ?? [];
    expect(ofServices).not.toContain(port);
  }
});
