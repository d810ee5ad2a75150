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
 * written has received no state, and is not lost. $1 instance, then by column.
 */
const saveConnections = `
  WITH saved AS (
    INSERT INTO companion_connections AS known
           (id, instance_id, user_id, protocol, acknowledged_sequence, acknowledged_at, since_sequence, until_sequence, ended_as,
            ended_at)
    SELECT p.id, CASE WHEN p.ended_as IS DISTINCT FROM 'left' THEN $1::uuid END, p.user_id, p.protocol,
           p.sequence, CASE WHEN p.sequence IS NOT NULL THEN clock_timestamp() END,
           coalesce(r.recording_sequence, 0), CASE WHEN p.ended_as IS NOT NULL THEN coalesce(r.recording_sequence, 0) END,
           p.ended_as, clock_timestamp() - p.ended_ms * interval '1 millisecond'
      FROM unnest($2::text[], $3::uuid[], $4::int[], $5::bigint[], $6::text[], $7::float8[])
             AS p (id, user_id, protocol, sequence, ended_as, ended_ms)
      JOIN users u ON u.id = p.user_id
      LEFT JOIN rep_state r ON r.user_id = p.user_id
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
    SELECT saved.id, r.recording_sequence, clock_timestamp()
      FROM saved JOIN rep_state r ON r.user_id = saved.user_id AND r.recording_sequence = saved.acknowledged_sequence
     WHERE r.call_id IS NOT NULL
    ON CONFLICT DO NOTHING
    RETURNING connection_id, sequence, acknowledged_at
  )
  ${insertCallEvidence(`
    (SELECT r.brand_id, r.call_id, 'acknowledged' AS kind, a.acknowledged_at AS at, a.sequence, a.connection_id AS companion
       FROM acknowledged a JOIN saved ON saved.id = a.connection_id JOIN rep_state r ON r.user_id = saved.user_id)`)}`;

/** A lost one counts for as long as it may be recording; then it is history, as one that left is at once. */
const forgetLostConnections = `
  UPDATE companion_connections SET instance_id = NULL
   WHERE instance_id IS NOT NULL AND ended_at < clock_timestamp() - interval '2 minutes'`;

/** The companions connected to this instance, stored for all instances. Changes during a statement go into the next one. */
export class CompanionStore {
  readonly #options: Options;
  readonly #connections = new Map<string, Connection>();
  /** Writes a connection as it is when its turn comes. */
  readonly #write: (id: string, connection: Connection) => Promise<void>;
  readonly #keeping = new Set<Promise<void>>();
  #isStopped = false;

  constructor(options: Options) {
    this.#options = options;
    const write = createNaturalBatcher({
      maxItems: mostPerStatement,
      run: async (changed: [id: string, Connection][]) => {
        await this.#save(new Map(changed));
        return changed.map(() => undefined);
      },
    });
    this.#write = (id, connection) => write([id, connection]);
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

  async #save(changed: ReadonlyMap<string, Connection>): Promise<void> {
    const { query, instanceId, onChanged, onFailure } = this.#options;
    const now = performance.now();
    const connections = [...changed.values()];
    const userIds = [...new Set(connections.map(({ userId }) => userId))];
    try {
      await query(saveConnections, [
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
      await query(keepConfirmations, [userIds]);
    } catch (error) {
      onFailure(error);
      throw error;
    }
    onChanged(userIds);
  }
}
