// The system under test of the fuzz targets: both services in separate processes, on a new database with one brand.

import { randomUUID } from 'node:crypto';
import { type ApiKeyFeature, createSessionTokens, issueApiKey } from '@callside/auth';
import {
  type BaseData,
  benchToday,
  createBaseData,
  createServerStarts,
  importFile,
  type Releases,
} from '@callside/bench';
import type { Query } from '@callside/database';
import { generateShop, writeShop } from '@callside/demo-shop';
import type { ServiceProcess } from '@callside/test-kit';
import { forgetRates } from './forget-rates.ts';
import { connectPlatforms, connectShops, signingSecret } from './fuzz-connections.ts';
import { connectIdentity, type FuzzIdentity } from './fuzz-identity.ts';
import { connectRecommender, type OfferedCall, startOfferedCall } from './fuzz-offered-call.ts';

type ConsoleAudience = 'tab' | 'companion' | 'api';

export interface SystemUnderTest {
  databaseUrl: string;
  /** The brand's slug and its one host. */
  brand: string;
  host: string;
  callEvents: ServiceProcess;
  recommender: ServiceProcess;
  callEventsKey: string;
  recommenderKey: string;
  embedKey: string;
  /** The e-mail address of an active owner of the brand. */
  ownerEmail: string;
  /** The e-mail address of an active rep, with a plus sign. */
  plusEmail: string;
  query: Query;
  tokens: Readonly<Record<ConsoleAudience, string>>;
  people: FuzzPeople;
  /** Shops and telephony platforms sign with it. */
  signingSecret: string;
  identity: FuzzIdentity;
  offeredCall: OfferedCall;
  /** A stored recommendation, for confirmations. */
  recommendationId: string;
}

/** Ids of users. */
interface FuzzPeople {
  /** The one of `ownerEmail` and of `tokens`. */
  owner: string;
  /** Reps without calls; cases of people change the leaver. */
  leaver: string;
  colleague: string;
  /** Of the audience `api`. */
  colleagueToken: string;
}

interface SystemOptions {
  /** Receives the logs of the services and the shop's files. */
  directory: string;
  redisUrl: string;
  everything: Releases;
}

const brand = 'bench';
const host = '127.0.0.1';
const ownerEmail = 'owner@bench.example';
const plusEmail = 'ann+us@bench.example';
const tokenTtlSeconds = 24 * 60 * 60;
const shopSize = { seed: 7, products: 300, customers: 300 };

export async function startSystemUnderTest({
  directory,
  redisUrl,
  everything,
}: SystemOptions): Promise<SystemUnderTest> {
  const baseData = await createBaseData({ idleReps: 0, callingReps: 0 });
  everything.add(baseData.drop);
  const { brandId } = baseData;
  const keyFor = async (feature: ApiKeyFeature) =>
    (await issueApiKey(baseData.prisma, { brandId, feature, keyPrefix: 'cs' })).key;
  const [recommenderKey, embedKey] = [await keyFor('recommender'), await keyFor('embed')];
  const { owner, leaver, colleague } = await addPeople(baseData, brandId);
  const sessions = createSessionTokens({ secrets: [baseData.sessionSecret] });
  const tokenFor = (audience: ConsoleAudience, userId = owner) =>
    sessions.issue({ userId, brandId, audience, ttlSeconds: tokenTtlSeconds, now: new Date() }).token;
  await importShop(baseData, directory);

  const { databaseUrl, sessionSecret } = baseData;
  const connections = { brand, databaseUrl, secretsKey: sessionSecret, directory };
  await connectShops(connections);
  await connectPlatforms(connections);
  const identity = await connectIdentity(connections, { ownerEmail, everything });

  const starts = createServerStarts({ baseData, logDirectory: directory });
  const recommender = await starts.startRecommender({ name: 'recommender', brand, acceptsShops: true });
  everything.add(() => recommender.stop());
  await connectRecommender(connections, recommender.port, recommenderKey);
  const callEvents = await starts.startCallEvents({ name: 'call-events', redisUrl, settings: { TEST_CALLS: 'on' } });
  everything.add(() => callEvents.stop());
  everything.add(await forgetRates({ redisUrl, query: baseData.query }));
  const tokens = { tab: tokenFor('tab'), companion: tokenFor('companion'), api: tokenFor('api') };
  const offeredCall = await startOfferedCall({
    origin: `http://${host}:${callEvents.port}`,
    brand,
    key: baseData.apiKey,
    token: tokens.api,
    agentEmail: ownerEmail,
    query: baseData.query,
  });

  return {
    databaseUrl,
    brand,
    host,
    callEvents,
    recommender,
    callEventsKey: baseData.apiKey,
    recommenderKey,
    embedKey,
    ownerEmail,
    plusEmail,
    query: baseData.query,
    tokens,
    people: { owner, leaver, colleague, colleagueToken: tokenFor('api', colleague) },
    offeredCall,
    signingSecret,
    identity,
    recommendationId: await recommend(recommender.port, recommenderKey),
  };
}

async function addPeople({ query }: BaseData, brandId: string): Promise<Omit<FuzzPeople, 'colleagueToken'>> {
  const people = { owner: randomUUID(), leaver: randomUUID(), colleague: randomUUID() };
  await query(
    `INSERT INTO users (id, brand_id, email, name, role, status)
     VALUES ($1, $4, $5, 'Owner', 'owner', 'active'),
            ($2, $4, 'leaver@bench.example', 'Leaver', 'rep', 'active'),
            ($3, $4, 'colleague@bench.example', 'Colleague', 'rep', 'active'),
            ($6, $4, $7, 'Ann', 'rep', 'active')`,
    [people.owner, people.leaver, people.colleague, brandId, ownerEmail, randomUUID(), plusEmail],
  );
  return people;
}

async function importShop(baseData: BaseData, directory: string): Promise<void> {
  const files = await writeShop(generateShop({ ...shopSize, today: benchToday() }), directory);
  await importFile(baseData, { kind: 'catalog', file: files.catalogue, brand });
  await importFile(baseData, { kind: 'stock', file: files.stock, brand });
  await importFile(baseData, { kind: 'orders', file: files.orders, brand });
}

async function recommend(port: number, key: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/recommend`, {
    method: 'POST',
    headers: { 'X-API-Key': key },
    body: JSON.stringify({ phone: '4155550134', num_items: 10 }),
  });
  const answer: unknown = await response.json();
  const id: unknown = Object(answer).recommendation_id;
  if (typeof id !== 'string') throw new Error(`the recommender did not answer: ${JSON.stringify(answer)}`);
  return id;
}
