import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { placeDemoCall } from '../demo-call.mjs';
import { sellDemoOffer } from '../demo-offers.mjs';
import { withProgress } from '../run-step.mjs';
import { withTestServers } from '../with-test-servers.mjs';
import { imageOf } from './build-images.mjs';
import { createContainers } from './containers.mjs';

const brand = 'acme';
const email = 'ann@acme.example';
const host = '127.0.0.1';

const files = {
  catalog: 'sku,title,web_price,article_type,size\n1,Opal Studs,99.5,stud,0\n2,Silver Chain,49,chain,0\n',
  stock: 'sku,on_hand\n1,12\n2,3\n',
  orders: 'phone,sku,order_date\n4155552671,1,2026-05-01\n',
};

/** The demo of its image, which has all that it needs. Then both others. */
export async function tryImages(engine) {
  await tryDemo(engine);
  await tryServices(engine);
}

/** Its last words come after a call, a pause and a sale. */
function tryDemo(engine) {
  return withTestServers({}, async ({ dir }) => {
    const containers = await createContainers(engine, { dir });
    const { findFreePort } = await import('../../../dev/embedded/dist/index.js');
    const settings = { PORT: String(await findFreePort()), BIND: host, DEMO_IDENTITY_PROVIDER_BIND: host };
    const { command } = await engine.configurationOf(imageOf('demo'));
    const started = await withProgress('the demo places a call, pauses it and sells an offer', () =>
      containers.start(imageOf('demo'), command, settings, 'Ctrl-C stops everything'),
    );
    await withProgress('the demo ends with 0 and wrote only to its volume', () => checkEnd([started], containers));
  });
}

/**
 * Runs the images of both services with a real PostgreSQL and Redis: migrates and makes a brand with the image's own `callside`, places a call that a
 * tab receives, and sells an offer.
 */
function tryServices(engine) {
  return withTestServers({}, async ({ env: stores, dir }) => {
    const containers = await createContainers(engine, { dir });
    const services = [];
    try {
      await withProgress('the images run as an account that is not root', () => checkAccount(containers));
      const settings = { ...stores, SESSION_SECRET: randomBytes(32).toString('hex') };
      const demo = await withProgress('callside of the images migrates and makes a brand', () =>
        makeBrand(containers, settings, dir),
      );
      const start = async (service, own = {}) => {
        const started = await startService(engine, containers, service, { ...settings, ...own });
        services.push(started);
        return started.url;
      };
      const recommenderUrl = await withProgress('the recommender starts, its health check answers', () =>
        start('recommender', { BRAND: brand }),
      );
      const callEventsUrl = await withProgress('call-events starts, its health check answers', () =>
        start('call-events', { RECOMMENDER_URL: recommenderUrl, RECOMMENDER_KEY: demo.recommenderKey }),
      );
      await withProgress('a tab receives a call', () => checkCall({ ...demo, baseUrl: callEventsUrl }));
      await withProgress('the recommender answers an offer and records its sale', () =>
        checkOffer({ baseUrl: recommenderUrl, key: demo.recommenderKey }),
      );
    } finally {
      await withProgress('the services end with 0 and wrote no file', () => checkEnd(services, containers));
    }
  });
}

async function checkAccount(containers) {
  for (const service of ['call-events', 'recommender']) {
    assert.equal((await containers.run(imageOf(service), ['id', '-u'])).trim(), '10001');
  }
}

async function makeBrand(containers, settings, dir) {
  // The image of call-events; the recommender's has the same command, and imports the files.
  const callside = async (service, ...args) =>
    JSON.parse(await containers.run(imageOf(service), ['callside', ...args, '--json'], settings));
  const { applied } = await callside('call-events', 'db', 'migrate');
  assert.ok(applied.length > 0, 'no migration was applied');
  await callside('call-events', 'brand', 'create', `--slug=${brand}`, '--name=Acme', '--country=US', `--host=${host}`);
  await callside('call-events', 'user', 'add', `--brand=${brand}`, `--email=${email}`, '--name=Ann', '--active');
  const key = await callside('call-events', 'key', 'issue', `--brand=${brand}`, '--feature=call-events');
  const recommenderKey = await callside('call-events', 'key', 'issue', `--brand=${brand}`, '--feature=recommender');
  const token = await callside('call-events', 'token', 'issue', `--brand=${brand}`, `--email=${email}`);
  for (const [kind, text] of Object.entries(files)) {
    const file = path.join(dir, `${kind}.csv`);
    await writeFile(file, text);
    const { inserted, rejected } = await callside('recommender', kind, 'import', file, `--brand=${brand}`);
    assert.deepEqual({ kind, inserted, rejected }, { kind, inserted: text.trim().split('\n').length - 1, rejected: 0 });
  }
  return { email, key: key.key, recommenderKey: recommenderKey.key, token: token.token };
}

async function startService(engine, containers, service, settings) {
  const { findFreePort } = await import('../../../dev/embedded/dist/index.js');
  const image = imageOf(service);
  const PORT = String(await findFreePort());
  const { healthCheck, command } = await engine.configurationOf(image);
  await assert.rejects(containers.run(image, healthCheck, { PORT }), 'the health check answers without a service');
  const { stop } = await containers.start(image, command, { ...settings, PORT, BIND: host });
  const url = `http://${host}:${PORT}`;
  await containers.run(image, healthCheck, { PORT });
  return { service, url, stop };
}

async function checkCall(demo) {
  const { answer, message } = await placeDemoCall(demo);
  assert.equal(answer.accepted, true);
  assert.equal(answer.agent_resolved, true);
  assert.equal(answer.delivered_sockets, 1);
  assert.equal(message.event, 'call-started');
}

async function checkOffer(recommender) {
  const { offers, sale } = await sellDemoOffer(recommender);
  assert.equal(offers.fallback, false, 'the model did not rank the offers');
  assert.ok(offers.artifact_version.startsWith('default-'), offers.artifact_version);
  assert.equal(sale.recorded, true);
}

async function checkEnd(services, containers) {
  try {
    const codes = await Promise.all(services.map(({ stop }) => stop()));
    assert.deepEqual(
      codes,
      services.map(() => 0),
    );
    assert.deepEqual(await containers.writtenFiles(), []);
  } finally {
    await containers.remove();
  }
}
