import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createSessionTokens, issueApiKey, type SessionAudience } from '@callside/auth';
import { createDatabase, type Database, type Query } from '@callside/database';
import { createTestDatabase } from '@callside/database/testing';
import { builtService, ServiceProcess } from '@callside/test-kit';

/** The session secret of the service. */
export const sessionSecret = 'a secret that is only good for journeys';
const usual = { program: builtService('call-events') };
/** Crashes between the commit of its first event and the answer. */
const crashing = {
  program: path.join(import.meta.dirname, '../../../apps/call-events/test/support/crash-at.mjs'),
  CRASH_AT: 'commit',
};

export interface Deployment {
  url: string;
  brand: { id: string; slug: string };
  rep: { email: string };
  /** The API key for its call events. */
  key: string;
  prisma: Database['prisma'];
  query: Query;
  databaseUrl: string;
  token: (audience: SessionAudience) => Promise<string>;
  post: (event: string, fields?: object) => Promise<{ status: number; body: unknown }>;
  /** The log of the server so far. */
  log: () => string;
  /** Kills the server, and starts another one on the same port. */
  crashAndRestart: () => Promise<void>;
  /** Replaces the server by one on the same port that crashes after it has recorded an event, before it answers. */
  letNextEventCrash: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * The built service in a separate process on a fresh database, with one brand at localhost and one rep: an invited rep
 * becomes active when they sign in.
 */
export async function deploy({
  repStatus = 'active',
  settings = {},
}: {
  repStatus?: 'invited' | 'active';
  settings?: Record<string, string>;
} = {}): Promise<Deployment> {
  const database = await createTestDatabase();
  const { prisma, query, close } = createDatabase({
    url: database.url,
    maxConnections: 1,
    applicationName: 'e2e',
    connectionTimeoutMs: 60_000,
  });
  const { brandId, userId, email } = await addBrandWithRep(query, repStatus);
  const { key } = await issueApiKey(prisma, { brandId, feature: 'call-events', keyPrefix: 'cs' });

  let server = await startServer({ ...usual, ...settings }, database.url, 0);
  const { port } = server;
  const url = `http://localhost:${port}`;
  return {
    url,
    brand: { id: brandId, slug: 'acme' },
    rep: { email },
    key,
    prisma,
    query,
    databaseUrl: database.url,
    token: async (audience) => {
      const tokens = createSessionTokens({ secrets: [sessionSecret] });
      return tokens.issue({ userId, brandId, audience, ttlSeconds: 600, now: new Date() }).token;
    },
    post: async (event, fields = {}) => {
      const response = await fetch(`${url}/call-events/${event}`, {
        method: 'POST',
        headers: { 'x-api-key': key },
        body: JSON.stringify({ agent_email: email, ...fields }),
      });
      return { status: response.status, body: await response.json() };
    },
    log: () => server.log,
    crashAndRestart: async () => {
      server.kill('SIGKILL');
      await server.ended();
      server = await startServer({ ...usual, ...settings }, database.url, port);
    },
    letNextEventCrash: async () => {
      await server.stop();
      server = await startServer({ ...crashing, ...settings }, database.url, port);
    },
    close: async () => {
      await server.stop();
      await close();
      await database.drop();
    },
  };
}

/** A brand at localhost and its rep. */
async function addBrandWithRep(
  query: Query,
  repStatus: 'invited' | 'active',
): Promise<{ brandId: string; userId: string; email: string }> {
  const brandId = randomUUID();
  const userId = randomUUID();
  const email = 'robin@reps.example';
  await query(`INSERT INTO brands (id, slug, name, country) VALUES ($1, 'acme', 'Acme', 'US')`, [brandId]);
  await query(`INSERT INTO brand_hosts (host, brand_id) VALUES ('localhost', $1)`, [brandId]);
  await query(`INSERT INTO users (id, brand_id, email, name, status) VALUES ($1, $2, $3, 'Robin', $4)`, [
    userId,
    brandId,
    email,
    repStatus,
  ]);
  return { brandId, userId, email };
}

function startServer(
  { program, ...settings }: { program: string } & Record<string, string>,
  databaseUrl: string,
  port: number,
): Promise<ServiceProcess> {
  const { REDIS_URL } = process.env;
  return ServiceProcess.start({
    program,
    settings: { DATABASE_URL: databaseUrl, REDIS_URL, SESSION_SECRET: sessionSecret, PORT: String(port), ...settings },
  });
}
