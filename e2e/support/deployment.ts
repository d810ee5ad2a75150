import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createSessionTokens, issueApiKey, type SessionAudience } from '@callside/auth';
import { createPool, queryThrough } from '@callside/database';
import { createTestDatabase } from '@callside/database/testing';

const secret = 'a secret that is only good for journeys';
const main = path.join(
  path.dirname(createRequire(__filename).resolve('@callside/call-events/package.json')),
  'dist/main.js',
);

export interface Deployment {
  url: string;
  rep: { email: string };
  token: (audience: SessionAudience) => Promise<string>;
  post: (event: string, fields?: object) => Promise<{ status: number; body: unknown }>;
  /** Ends the server as a crash does, and starts another one on its port. */
  crashAndRestart: () => Promise<void>;
  close: () => Promise<void>;
}

/** The built service as a process of its own on a fresh database, with one brand at localhost and one rep. */
export async function deploy(): Promise<Deployment> {
  const database = await createTestDatabase();
  const pool = createPool({ url: database.url, maxConnections: 1, applicationName: 'e2e' });
  const query = queryThrough(pool);
  const brandId = randomUUID();
  const userId = randomUUID();
  const email = 'robin@reps.example';
  await query(`INSERT INTO brands (id, slug, name, country) VALUES ($1, 'acme', 'Acme', 'US')`, [brandId]);
  await query(`INSERT INTO brand_hosts (host, brand_id) VALUES ('localhost', $1)`, [brandId]);
  await query(`INSERT INTO users (id, brand_id, email, name) VALUES ($1, $2, $3, 'Robin')`, [userId, brandId, email]);
  const { key } = await issueApiKey({ query }, { brandId, feature: 'call-events', keyPrefix: 'cs' });

  let server = await startServer(database.url, 0);
  const { port } = server;
  const url = `http://localhost:${port}`;
  return {
    url,
    rep: { email },
    token: async (audience) => {
      const tokens = createSessionTokens({ secret });
      return (await tokens.issue({ userId, brandId, audience, ttlSeconds: 600, now: new Date() })).token;
    },
    post: async (event, fields = {}) => {
      const response = await fetch(`${url}/call-events/${event}`, {
        method: 'POST',
        headers: { 'x-api-key': key },
        body: JSON.stringify({ agent_email: email, ...fields }),
      });
      return { status: response.status, body: await response.json() };
    },
    crashAndRestart: async () => {
      await end(server.child, 'SIGKILL');
      server = await startServer(database.url, port);
    },
    close: async () => {
      await end(server.child, 'SIGTERM');
      await pool.end();
      await database.drop();
    },
  };
}

async function startServer(databaseUrl: string, port: number): Promise<{ child: ChildProcess; port: number }> {
  const { REDIS_URL } = process.env;
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, REDIS_URL, SESSION_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, port: bound } = JSON.parse(line);
    if (msg !== 'listening') continue;
    child.stdout.resume();
    return { child, port: bound };
  }
  throw new Error('the server ended before it listened');
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
