import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { digestSessionToken, generateSessionToken, type StoredSession } from '@callside/auth';
import type { Query } from '@callside/database';
import { createSharedQuery } from '../shared-query.ts';

/** `digest`: of its token, in hexadecimal. */
type SessionRow = StoredSession & { digest: string };

export interface NewSession {
  userId: string;
  brandId: string;
  /** The network address of the browser. */
  origin: string | null;
  /** How the user has shown who they are. */
  by: 'identity provider' | 'token';
}

export interface SessionEnd {
  origin: string | null;
  /** What the person did. */
  by: 'sign-out' | 'sign-in';
}

/** How long a session lasts after its last renewal. */
const lifeHours = 12;
const mostPerQuery = 1_000;

/** In the statement that opens or ends the session: neither happens without its entry. */
const onRecord = (action: string, origin: string, detail: string) => `
  INSERT INTO audit_log (brand_id, actor, actor_user_id, origin, action, subject, detail)
  SELECT session.brand_id, u.email, u.id, ${origin}, '${action}', session.id, jsonb_build_object('by', ${detail}::text)
    FROM session JOIN users u ON u.id = session.user_id`;

const isOpen = 'ended_at IS NULL AND expires_at > clock_timestamp()';

/**
 * The sessions of the console, by the database's clock. Concurrent look-ups share a query; nothing is cached, so that a sign-out
 * ends a session at once on every instance. In SQL, because every request with the cookie needs it.
 */
export class SessionStore {
  readonly #query: Query;
  /** By the hexadecimal digest of the token. */
  readonly #findByDigest: (digest: string) => Promise<SessionRow | null>;

  constructor({ query }: { query: Query }) {
    this.#query = query;
    this.#findByDigest = createSharedQuery({
      keyOf: ({ digest }: SessionRow) => digest,
      nameOf: (digest: string) => digest,
      read: (digests: string[]) =>
        query<SessionRow>(
          `SELECT id, brand_id AS "brandId", user_id AS "userId", encode(token_sha256, 'hex') AS digest
             FROM sessions WHERE token_sha256 = ANY ($1::bytea[]) AND ${isOpen}`,
          [digests.map((digest) => Buffer.from(digest, 'hex'))],
        ),
    });
  }

  /** The session of a token; null if there is none, or it has ended or expired. */
  find(token: string): Promise<StoredSession | null> {
    return this.#findByDigest(digestSessionToken(token).toString('hex'));
  }

  /** Opens a session with a new token: the user's last sign-in. */
  async open({ userId, brandId, origin, by }: NewSession): Promise<{ token: string }> {
    const token = generateSessionToken();
    await this.#query(
      `WITH session AS (
         INSERT INTO sessions (id, token_sha256, brand_id, user_id, expires_at)
         VALUES ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 hour') RETURNING id, brand_id, user_id
       ), signed_in AS (
         UPDATE users SET last_login_at = clock_timestamp() WHERE id = $4
       ) ${onRecord('session.start', '$6', '$7')}`,
      [randomUUID(), digestSessionToken(token), brandId, userId, lifeHours, origin, by],
    );
    return { token };
  }

  /** Extends an open session; at most once a minute, because every page requests it often. */
  async renew(id: string): Promise<void> {
    await this.#query(
      `UPDATE sessions SET renewed_at = clock_timestamp(), expires_at = clock_timestamp() + $2 * interval '1 hour'
        WHERE id = $1 AND ${isOpen} AND renewed_at < clock_timestamp() - interval '1 minute'`,
      [id, lifeHours],
    );
  }

  /** Ends the session of a token, if it is open. */
  async end(token: string, { origin, by }: SessionEnd): Promise<void> {
    await this.#query(
      `WITH session AS (
         UPDATE sessions SET ended_at = clock_timestamp() WHERE token_sha256 = $1 AND ended_at IS NULL
         RETURNING id, brand_id, user_id
       ) ${onRecord('session.end', '$2', '$3')}`,
      [digestSessionToken(token), origin, by],
    );
  }

  /** Those of the sessions that are open, and of the API keys that are usable: some tokens end with a key. */
  async whichAreOpen(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const open = new Set<string>();
    for (let first = 0; first < ids.length; first += mostPerQuery) {
      const rows = await this.#query<{ id: string }>(
        `SELECT id FROM sessions WHERE id = ANY ($1::uuid[]) AND ${isOpen}
         UNION ALL
         SELECT id FROM api_keys WHERE id = ANY ($1::uuid[]) AND revoked_at IS NULL
            AND (expires_at IS NULL OR expires_at > clock_timestamp())`,
        [ids.slice(first, first + mostPerQuery)],
      );
      for (const { id } of rows) open.add(id);
    }
    return open;
  }
}
