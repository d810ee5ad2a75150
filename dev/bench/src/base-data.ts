import { randomBytes, randomUUID } from 'node:crypto';
import { createSessionTokens, issueApiKey, type SessionAudience } from '@callside/auth';
import { createDatabase, type Database, type Query } from '@callside/database';
import { createTestDatabase } from '@callside/database/testing';
import { callStartRequests } from './event-requests.ts';
import { HttpConnection, requireAccepted } from './http-connection.ts';

export interface Rep {
  email: string;
  /** For a browser tab, unless stated otherwise. */
  token: string;
}

/** The base data of the measured servers: a separate database with one brand and its reps. */
export interface BaseData {
  databaseUrl: string;
  brandId: string;
  sessionSecret: string;
  apiKey: string;
  /** Reps who are on live calls after `startCalls`. */
  callers: Rep[];
  /** Reps who get no calls. */
  idle: Rep[];
  /** Adds this many reps, with tokens for one audience. */
  addReps: (kind: string, count: number, audience: SessionAudience) => Promise<Rep[]>;
  prisma: Database['prisma'];
  query: Query;
  drop: () => Promise<void>;
}

const tokenTtlSeconds = 24 * 60 * 60;

const createBaselineTable = `
  CREATE TABLE baseline_events (
    id bigserial PRIMARY KEY,
    event text NOT NULL,
    agent_email text NOT NULL,
    event_id text NOT NULL,
    occurred_at timestamptz NOT NULL,
    metadata json NOT NULL
  )`;

export async function createBaseData({ idleReps = 2_000, callingReps = 200 } = {}): Promise<BaseData> {
  const database = await createTestDatabase();
  const { prisma, query, close } = createDatabase({
    url: database.url,
    maxConnections: 2,
    applicationName: 'benchmark',
    statementTimeoutMs: 60_000,
  });
  const brandId = randomUUID();
  const sessionSecret = randomBytes(32).toString('hex');

  await query(createBaselineTable);
  await query(`INSERT INTO brands (id, slug, name, country) VALUES ($1, 'bench', 'Bench', 'US')`, [brandId]);
  await query(`INSERT INTO brand_hosts (host, brand_id) VALUES ('127.0.0.1', $1)`, [brandId]);
  const { key } = await issueApiKey(prisma, { brandId, feature: 'call-events', keyPrefix: 'cs' });
  const addReps = createAddReps({ query, brandId, sessionSecret });

  return {
    databaseUrl: database.url,
    brandId,
    sessionSecret,
    apiKey: key,
    callers: await addReps('caller', callingReps, 'tab'),
    idle: await addReps('idle', idleReps, 'tab'),
    addReps,
    prisma,
    query,
    drop: async () => {
      await close();
      await database.drop();
    },
  };
}

/** Puts the calling reps on live calls, as a dialler would. */
export async function startCalls({ apiKey, callers }: BaseData, port: number): Promise<void> {
  const connection = await HttpConnection.open(port);
  const requests = callStartRequests({ apiKey, emails: callers.map(({ email }) => email) });
  for (const request of requests) requireAccepted(await connection.send(request));
  connection.close();
}

interface BrandOfReps {
  query: Query;
  brandId: string;
  sessionSecret: string;
}

function createAddReps({ query, brandId, sessionSecret }: BrandOfReps) {
  const tokens = createSessionTokens({ secrets: [sessionSecret] });
  return async (kind: string, count: number, audience: SessionAudience): Promise<Rep[]> => {
    const users = Array.from({ length: count }, (_, index) => ({
      id: randomUUID(),
      email: `${kind}${index}@bench.example`,
    }));
    await query(
      `INSERT INTO users (id, brand_id, email, name, status)
       SELECT id, $1::uuid, email, email, 'active' FROM unnest($2::uuid[], $3::text[]) AS u (id, email)`,
      [brandId, users.map(({ id }) => id), users.map(({ email }) => email)],
    );
    return users.map(({ id, email }) => {
      const order = { userId: id, brandId, audience, ttlSeconds: tokenTtlSeconds, now: new Date() } as const;
      return { email, token: tokens.issue(order).token };
    });
  };
}
