import { randomUUID } from 'node:crypto';
import { createSessionTokens, issueApiKey } from '@callside/auth';
import { createDatabase, type Database } from '@callside/database';
import { createEmptyTestDatabase, type TestDatabase } from '@callside/database/testing';
import { until } from '@callside/test-kit';
import { addBrandWithRep, sessionSecret } from '../support/deployment.ts';
import { addShop, connectRecommender } from '../support/recommender.ts';
import { earlierRelease, migrateWith, startCallEvents, startRecommender, Tab, thisRelease } from './release.ts';

// Both releases use one database, in the order of docs/operations/upgrade.md. Each test continues where the previous one ended.

jest.setTimeout(120_000);

type Instance = Awaited<ReturnType<typeof startCallEvents>>;

const numbers = { earlier: '+14155552671', current: '+14155552672' };

let database: TestDatabase;
let access: Database;
let rep: Awaited<ReturnType<typeof addBrandWithRep>>;
let keys: { callEvents: string; recommender: string };
let earlier: Instance;
let current: Instance;
let earlierRecommender: Instance;
let currentRecommender: Instance;
const running: Instance[] = [];
const tabs: Tab[] = [];

beforeAll(async () => {
  database = await createEmptyTestDatabase();
  await migrateWith(earlierRelease(), database.url);
  access = createDatabase({
    url: database.url,
    maxConnections: 2,
    applicationName: 'upgrade',
    connectionTimeoutMs: 10_000,
  });
  rep = await addBrandWithRep(access.query, 'active');
  await addShop(access.query, { id: rep.brandId });
  const issue = (feature: 'call-events' | 'recommender') =>
    issueApiKey(access.prisma, { brandId: rep.brandId, feature, keyPrefix: 'cs' });
  keys = { callEvents: (await issue('call-events')).key, recommender: (await issue('recommender')).key };
  earlierRecommender = keep(await startRecommender(earlierRelease(), database.url));
  earlier = keep(await startCallEvents(earlierRelease(), database.url));
  await connectRecommender(
    { query: access.query, brand: { id: rep.brandId, slug: 'acme' } },
    { url: earlierRecommender.url, key: keys.recommender },
  );
});

afterAll(async () => {
  for (const tab of tabs) tab.close();
  for (const instance of running) await instance.stop();
  await access.close();
  await database.drop();
});

function keep(instance: Instance): Instance {
  running.push(instance);
  return instance;
}

async function stop(instance: Instance): Promise<void> {
  running.splice(running.indexOf(instance), 1);
  await instance.stop();
}

function openTab(instance: Instance): Tab {
  const tokens = createSessionTokens({ secrets: [sessionSecret] });
  const { userId, brandId } = rep;
  const { token } = tokens.issue({ userId, brandId, audience: 'tab', ttlSeconds: 600, now: new Date() });
  const tab = new Tab(instance, token);
  tabs.push(tab);
  return tab;
}

async function post({ url }: Instance, event: string, fields: object = {}) {
  const response = await fetch(`${url}/call-events/${event}`, {
    method: 'POST',
    headers: { 'x-api-key': keys.callEvents },
    body: JSON.stringify({ agent_email: rep.email, event_id: randomUUID(), ...fields }),
  });
  return { status: response.status, body: await response.json() };
}

const accepted = { status: 200, body: { agent_resolved: true } };

/** Starts a call on one instance, sees it and its offers in the tabs, and ends it on the other instance. */
async function placeCall(at: { start: Instance; end: Instance; number: string; watching: Tab[] }): Promise<void> {
  expect(await post(at.start, 'call-started', { phone_number: at.number })).toMatchObject(accepted);
  for (const tab of at.watching) {
    await tab.shows(`the call of ${at.number}`, ({ call }) => call?.phone_number === at.number);
    await tab.shows('offers', ({ offers }) => offers?.status === 'ready' && offers.items.length === 3);
  }
  expect(await post(at.end, 'call-ended')).toMatchObject(accepted);
  for (const tab of at.watching) await tab.shows('no call', ({ call }) => call === null);
}

/** Posts calls with a hold, one after the other, until it is stopped; each event must be accepted. */
function traffic(targets: Instance[]) {
  let goesOn = true;
  const answers: unknown[] = [];
  const send = async () => {
    while (goesOn) {
      for (const event of ['call-started', 'hold-started', 'hold-ended', 'call-ended']) {
        const fields = event === 'call-started' ? { phone_number: numbers.earlier } : {};
        for (const target of [...targets]) answers.push(await post(target, event, fields));
      }
    }
  };
  const sent = send();
  return {
    count: () => answers.length,
    end: async () => {
      goesOn = false;
      await sent;
      for (const answer of answers) expect(answer).toMatchObject(accepted);
    },
  };
}

const useRecommender = ({ url }: Instance) => access.query('UPDATE recommender_connections SET url = $1', [url]);

it('the migrations run while the earlier release receives events, and no event is refused', async () => {
  const events = traffic([earlier]);
  await until('the first events are accepted', () => events.count() > 10);
  expect(await migrateWith(thisRelease, database.url)).toMatch(/^Applied:\n {2}\d+/);
  const before = events.count();
  await until('events are accepted after the migrations', () => events.count() > before + 10);
  await events.end();
  const tab = openTab(earlier);
  await tab.shows('the state', ({ version }) => version !== null);
  await placeCall({ start: earlier, end: earlier, number: numbers.earlier, watching: [tab] });
});

it('the tabs of both releases show the calls that either release receives, with offers of the earlier recommender', async () => {
  current = keep(await startCallEvents(thisRelease, database.url));
  const watching = [openTab(earlier), openTab(current)];
  for (const tab of watching) await tab.shows('the state', ({ version }) => version !== null);
  await placeCall({ start: earlier, end: current, number: numbers.earlier, watching });
  await placeCall({ start: current, end: earlier, number: numbers.current, watching });
});

it('calls of either release show offers of the new recommender, and both recommenders accept purchases', async () => {
  currentRecommender = keep(await startRecommender(thisRelease, database.url));
  await sell({ offersOf: earlierRecommender, purchaseAt: currentRecommender });
  await sell({ offersOf: currentRecommender, purchaseAt: earlierRecommender });
  await useRecommender(currentRecommender);
  // From here on only the new one can answer.
  await stop(earlierRecommender);
  const watching = [openTab(earlier), openTab(current)];
  for (const tab of watching) await tab.shows('the state', ({ version }) => version !== null);
  for (const instance of [earlier, current]) await until('its offers are back', () => hasOffers(instance), 30_000);
  await placeCall({ start: earlier, end: current, number: numbers.earlier, watching });
  await placeCall({ start: current, end: earlier, number: numbers.current, watching });
});

/** Whether a call that this instance receives gets offers. The instance uses a new address of the recommender after a while. */
async function hasOffers(instance: Instance): Promise<boolean> {
  const { body } = await post(instance, 'call-started', { phone_number: numbers.earlier });
  expect(body).toMatchObject(accepted.body);
  let statuses: { status: string }[] = [];
  await until('offers are there or unavailable', async () => {
    statuses = await access.query(
      'SELECT status FROM call_offers JOIN calls ON calls.id = call_id WHERE ended_at IS NULL ORDER BY sequence DESC',
    );
    return statuses.length > 0;
  });
  await post(instance, 'call-ended');
  return statuses[0]?.status === 'ready';
}

it('the new release accepts every event when the earlier release has stopped', async () => {
  const targets = [earlier, current];
  const events = traffic(targets);
  await until('both accept events', () => events.count() > 10);
  // Like a proxy, the test sends no new request to an instance that drains.
  targets.splice(0, 1);
  await until(
    'only the new release gets events',
    (
      (before) => () =>
        events.count() > before + 4
    )(events.count()),
  );
  await stop(earlier);
  const before = events.count();
  await until('events are accepted after it', () => events.count() > before + 10);
  await events.end();
  const watching = [openTab(current)];
  await placeCall({ start: current, end: current, number: numbers.current, watching });
});

it('the log contains each event once, and each event was relayed', async () => {
  await until('all events are relayed', async () => {
    const [row] = await access.query<{ left: number }>(
      `SELECT (SELECT count(*) FROM call_events WHERE relayed_at IS NULL)::int
            + (SELECT count(*) FROM unrelayed_events)::int AS left`,
    );
    return row?.left === 0;
  });
  const rows = await access.query(
    'SELECT event_id FROM call_events GROUP BY event_id HAVING count(*) > 1 UNION ALL SELECT reference::text FROM calls WHERE ended_at IS NULL',
  );
  expect(rows).toEqual([]);
});

/** Asks one release for offers, and confirms the purchase of one to the other, as an IVR behind a proxy may. */
async function sell({ offersOf, purchaseAt }: { offersOf: Instance; purchaseAt: Instance }): Promise<void> {
  const offers = await askRecommender(offersOf, '/recommend', { phone: '4155552671', num_items: 3, source: 'upgrade' });
  expect(offers).toMatchObject({ status: 200, body: { recommendation_id: expect.any(String) } });
  const { recommendation_id } = offers.body;
  const purchase = { phone: '4155552671', recommendation_id, purchased_skus: ['401'] };
  expect(await askRecommender(purchaseAt, '/purchase', purchase)).toMatchObject({
    status: 200,
    body: { recorded: true, converted: true, matched_skus: ['401'] },
  });
}

async function askRecommender({ url }: Instance, route: string, body: object) {
  const headers = { 'x-api-key': keys.recommender, 'content-type': 'application/json' };
  const response = await fetch(`${url}${route}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}
