import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createSessionTokens, issueApiKey } from '@callside/auth';
import { benchToday, importFile } from '@callside/bench';
import { createDatabase, migrate, type Query } from '@callside/database';
import { generateShop, writeShop } from '@callside/demo-shop';
import { installSlowCommits } from './slow-commits.ts';

export interface Rep {
  rep: string;
  email: string;
  tabToken: string;
  companionToken: string;
}

/** The base data of the services: a migrated database with one brand, its reps and a small shop. */
export interface BaseData {
  brand: string;
  reps: Rep[];
  strangerEmail: string;
  /** Of an owner, who issues and revokes keys. */
  ownerToken: string;
  callEventsKey: string;
  recommenderKey: string;
  /** Phone numbers of customers of the shop. */
  customers: string[];
  sessionSecret: string;
}

interface BaseDataOptions {
  databaseUrl: string;
  directory: string;
  reps: number;
  seed: number;
}

const tokenTtlSeconds = 24 * 60 * 60;

export async function createBaseData({ databaseUrl, directory, reps, seed }: BaseDataOptions): Promise<BaseData> {
  await migrate({ url: databaseUrl });
  const database = createDatabase({ url: databaseUrl, maxConnections: 2, applicationName: 'fault harness' });
  const { query } = database;
  const brandId = randomUUID();
  const brand = 'faults';
  const sessionSecret = randomUUID();
  const tokens = createSessionTokens({ secrets: [sessionSecret] });
  try {
    await query(`INSERT INTO brands (id, slug, name, country) VALUES ($1, $2, 'Faults', 'US')`, [brandId, brand]);
    await query(`INSERT INTO brand_hosts (host, brand_id) VALUES ('127.0.0.1', $1)`, [brandId]);
    const keyOf = async (feature: 'call-events' | 'recommender') =>
      (await issueApiKey(database.prisma, { brandId, feature, keyPrefix: 'cs' })).key;
    const addUser = async (email: string, role: 'rep' | 'owner'): Promise<string> => {
      const userId = randomUUID();
      await query(`INSERT INTO users (id, brand_id, email, name, role, status) VALUES ($1, $2, $3, $3, $4, 'active')`, [
        userId,
        brandId,
        email,
        role,
      ]);
      return userId;
    };
    const tokenOf = (userId: string, audience: 'tab' | 'companion' | 'api') =>
      tokens.issue({ userId, brandId, audience, ttlSeconds: tokenTtlSeconds, now: new Date() }).token;
    const addRep = async (_: unknown, index: number): Promise<Rep> => {
      const email = `rep${index + 1}@faults.example`;
      const userId = await addUser(email, 'rep');
      return {
        rep: `rep ${index + 1}`,
        email,
        tabToken: tokenOf(userId, 'tab'),
        companionToken: tokenOf(userId, 'companion'),
      };
    };
    await installSlowCommits(query);
    await leaveDamagedEvent({ query, brandId, userId: await addUser('damaged@faults.example', 'rep') });
    return {
      brand,
      reps: await Promise.all(Array.from({ length: reps }, addRep)),
      strangerEmail: 'stranger@faults.example',
      ownerToken: tokenOf(await addUser('owner@faults.example', 'owner'), 'api'),
      callEventsKey: await keyOf('call-events'),
      recommenderKey: await keyOf('recommender'),
      customers: await importShop({ databaseUrl, directory, brand, seed }),
      sessionSecret,
    };
  } finally {
    await database.close();
  }
}

/** Stores an event that was never announced and that no release can read. Its user is not a rep of this run. It must not delay others. */
async function leaveDamagedEvent({
  query,
  brandId,
  userId,
}: {
  query: Query;
  brandId: string;
  userId: string;
}): Promise<void> {
  await query(
    `INSERT INTO call_events (brand_id, event, agent_email, user_id, metadata_text, occurred_at, received_at,
                              agent_resolved, call_active)
     VALUES ($1, 'hold-started', $2, $3, 'no JSON', now(), now() - interval '1 minute', true, false)`,
    [brandId, 'damaged@faults.example', userId],
  );
}

async function importShop({
  databaseUrl,
  directory,
  brand,
  seed,
}: Omit<BaseDataOptions, 'reps'> & { brand: string }): Promise<string[]> {
  const shop = generateShop({ seed, today: benchToday(), products: 200, customers: 100 });
  const files = await writeShop(shop, path.join(directory, 'shop'));
  await importFile({ databaseUrl }, { kind: 'catalog', file: files.catalogue, brand });
  await importFile({ databaseUrl }, { kind: 'stock', file: files.stock, brand });
  await importFile({ databaseUrl }, { kind: 'orders', file: files.orders, brand });
  const customers = new Set<string>();
  for (const { phone } of shop.orderLines()) customers.add(phone);
  return [...customers];
}
