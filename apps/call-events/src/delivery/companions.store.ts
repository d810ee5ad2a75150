import { setTimeout as pause } from 'node:timers/promises';
import type { Query } from '@callside/database';
import { createNaturalBatcher, ServiceError } from '@callside/service-kit';
import { keepConfirmations } from '../calls/index.ts';
import { insertCallEvidence } from '../evidence/index.ts';

interface Options {
  query: Query;
  /** Of this process. */
  instanceId: string;
  /** Whether this instance is cut off from the database. */
  isFenced: () => boolean;
  /** Companions of these reps connected, left or were lost, or acknowledged a recording state. */
  onChanged: (userIds: string[]) => void;
  onFailure: (error: unknown) => void;
}

/** All that is on file of a connection; each write replaces the row. */
interface Connection {
  userId: string;
  /** What the companion declared; 1 if nothing. */
  protocol: number;
  acknowledged: number | null;
  /** `at`: by a monotonic clock, in milliseconds. null: it is connected. */
  end: { as: 'left' | 'lost' | 'cut off'; at: number } | null;
}

const mostPerStatement = 1_000;
const retryPauseMs = 500;

/**
 * The recording sequence at the beginning and the end of a connection says which states it was there for: the order does not depend on
 * a clock. An acknowledgement of a call's state is evidence only while that state is in force. A connection that ended before its row was
 * written has received no state, and is not lost. Rows that are written refer to those of the user and of the live call: a rep with one
 * that somebody else holds is left out and returned. $1 instance, then by column.
 */
const saveConnections = `
  WITH free_users AS MATERIALIZED (
    SELECT id FROM users WHERE id = ANY ($3::uuid[]) FOR KEY SHARE SKIP LOCKED
  ), free_calls AS MATERIALIZED (
    SELECT c.id FROM rep_state r JOIN calls c ON c.id = r.call_id WHERE r.user_id = ANY ($3::uuid[]) FOR KEY SHARE OF c SKIP LOCKED
  ), free AS MATERIALIZED (
    SELECT u.id, r.brand_id, r.call_id, coalesce(r.recording_sequence, 0) AS sequence
      FROM free_users u LEFT JOIN rep_state r ON r.user_id = u.id
     WHERE r.call_id IS NULL OR r.call_id IN (SELECT id FROM free_calls)
  ), saved AS (
    INSERT INTO companion_connections AS known
           (id, instance_id, user_id, protocol, acknowledged_sequence, acknowledged_at, since_sequence, until_sequence, ended_as,
            ended_at)
    SELECT p.id, CASE WHEN p.ended_as IS DISTINCT FROM 'left' THEN $1::uuid END, p.user_id, p.protocol,
           p.sequence, CASE WHEN p.sequence IS NOT NULL THEN clock_timestamp() END,
           free.sequence, CASE WHEN p.ended_as IS NOT NULL THEN free.sequence END,
           p.ended_as, clock_timestamp() - p.ended_ms * interval '1 millisecond'
      FROM unnest($2::text[], $3::uuid[], $4::int[], $5::bigint[], $6::text[], $7::float8[])
             AS p (id, user_id, protocol, sequence, ended_as, ended_ms)
      JOIN free ON free.id = p.user_id
     WHERE p.ended_as IS NULL OR EXISTS (SELECT FROM companion_connections c WHERE c.id = p.id)
    ON CONFLICT (id) DO UPDATE
      SET instance_id = CASE WHEN excluded.ended_as IS NULL THEN excluded.instance_id
                             WHEN excluded.ended_as <> 'left' THEN known.instance_id END,
          acknowledged_sequence = excluded.acknowledged_sequence,
          acknowledged_at = CASE WHEN known.acknowledged_sequence = excluded.acknowledged_sequence THEN known.acknowledged_at
                                 ELSE excluded.acknowledged_at END,
          until_sequence = excluded.until_sequence, ended_as = excluded.ended_as, ended_at = excluded.ended_at
    RETURNING id, user_id, acknowledged_sequence
  ), acknowledged AS (
    INSERT INTO recording_acknowledgements (connection_id, sequence, acknowledged_at)
    SELECT saved.id, free.sequence, clock_timestamp()
      FROM saved JOIN free ON free.id = saved.user_id AND free.sequence = saved.acknowledged_sequence
     WHERE free.call_id IS NOT NULL
    ON CONFLICT DO NOTHING
    RETURNING connection_id, sequence, acknowledged_at
  ), evidence AS (${insertCallEvidence(`
    (SELECT free.brand_id, free.call_id, 'acknowledged' AS kind, a.acknowledged_at AS at, a.sequence, a.connection_id AS companion
       FROM acknowledged a JOIN saved ON saved.id = a.connection_id JOIN free ON free.id = saved.user_id)`)}
  )
  SELECT id AS user_id FROM users WHERE id = ANY ($3::uuid[]) AND id NOT IN (SELECT id FROM free)`;

/** A lost one counts for as long as it may be recording; then it is history, as one that left is at once. */
const forgetLostConnections = `
  UPDATE companion_connections SET instance_id = NULL
   WHERE instance_id IS NOT NULL AND ended_at < clock_timestamp() - interval '2 minutes'`;

/** The companions connected to this instance, stored for all instances. Changes during a statement go into the next one. */
export class CompanionStore {
  readonly #options: Options;
  readonly #connections = new Map<string, Connection>();
  /** Writes a connection as it is when its turn comes. Rejects while somebody else holds a row of its rep. */
  readonly #write: (id: string, connection: Connection) => Promise<void>;
  readonly #keeping = new Set<Promise<void>>();
  #isStopped = false;

  constructor(options: Options) {
    this.#options = options;
    const write = createNaturalBatcher({
      maxItems: mostPerStatement,
      run: async (changed: [id: string, Connection][]) => {
        const held = await this.#save(new Map(changed));
        return changed.map(([, { userId }]) => held.has(userId));
      },
    });
    this.#write = async (id, connection) => {
      if (await write([id, connection])) throw new Error('a row of the rep is held');
    };
  }

  /** Resolves when the row is written: a companion must be counted before it receives a state to acknowledge. */
  async connect(id: string, { userId, protocol }: { userId: string; protocol: number }): Promise<void> {
    if (this.#isStopped) throw new ServiceError({ code: 'unavailable', message: 'The service is stopping; retry.' });
    const connection = { userId, protocol, acknowledged: null, end: null };
    this.#connections.set(id, connection);
    await this.#write(id, connection);
  }

  acknowledge(id: string, sequence: number): void {
    const connection = this.#connections.get(id);
    if (connection === undefined) return;
    connection.acknowledged = Math.max(sequence, connection.acknowledged ?? sequence);
    this.#keep(id, connection);
  }

  /** `left`: it said so itself. Any other end of its connection is a loss. */
  end(id: string, end: 'left' | 'lost'): void {
    const connection = this.#connections.get(id);
    if (connection === undefined) return;
    this.#connections.delete(id);
    connection.end = { as: end === 'lost' && this.#options.isFenced() ? 'cut off' : end, at: performance.now() };
    this.#keep(id, connection);
  }

  /** This instance was removed, as after a long sleep, and its companions with it: writes them again. */
  writeAgain(): void {
    for (const [id, connection] of this.#connections) this.#keep(id, connection);
  }

  /** Writes what is waiting, and gives up what fails. Later changes are refused. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#keeping);
  }

  /** Repeats the write until it succeeds. */
  #keep(id: string, connection: Connection): void {
    if (this.#isStopped) return;
    const kept = this.#untilWritten(id, connection).finally(() => this.#keeping.delete(kept));
    this.#keeping.add(kept);
  }

  async #untilWritten(id: string, connection: Connection): Promise<void> {
    for (;;) {
      try {
        return await this.#write(id, connection);
      } catch {
        if (this.#isStopped) return;
        await pause(retryPauseMs, undefined, { ref: false });
      }
    }
  }

  /** Returns the reps whose connections are not written. */
  async #save(changed: ReadonlyMap<string, Connection>): Promise<ReadonlySet<string>> {
    const { query, instanceId, onChanged, onFailure } = this.#options;
    const now = performance.now();
    const connections = [...changed.values()];
    const asked = new Set(connections.map(({ userId }) => userId));
    try {
      const rows = await query<{ user_id: string }>(saveConnections, [
        instanceId,
        [...changed.keys()],
        connections.map(({ userId }) => userId),
        connections.map(({ protocol }) => protocol),
        connections.map(({ acknowledged }) => acknowledged),
        connections.map(({ end }) => end?.as ?? null),
        connections.map(({ end }) => end && now - end.at),
      ]);
      if (connections.some(({ end }) => end !== null)) await query(forgetLostConnections);
      // The companion that left may have been the only one without an acknowledgement.
      const held = new Set(rows.map((row) => row.user_id));
      const written = [...asked].filter((userId) => !held.has(userId));
      await query(keepConfirmations, [written]);
      onChanged(written);
      return held;
    } catch (error) {
      onFailure(error);
      throw error;
    }
  }
}
