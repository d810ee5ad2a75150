import { setTimeout as pause } from 'node:timers/promises';
import type { Query } from '@callside/database';
import { ServiceError } from '@callside/service-kit';
import { keepConfirmations } from '../calls/index.ts';

interface Options {
  query: Query;
  /** Of this process. */
  instanceId: string;
  /** Companions of these reps connected, left or were lost, or acknowledged a recording state. */
  onChanged: (userIds: string[]) => void;
  onFailure: (error: unknown) => void;
}

interface Connection {
  userId: string;
  /** What the companion declared; 1 if nothing. */
  protocol: number;
  acknowledged: number | null;
}

/** A change of a connection that is not written yet. */
interface Change {
  userId: string;
  /** How it ended; null: it is connected. */
  end: 'left' | 'lost' | null;
  settle: ((error?: unknown) => void)[];
}

const mostPerStatement = 1_000;
const retryPauseMs = 500;

const saveConnections = `
  INSERT INTO companion_connections AS known (id, instance_id, user_id, protocol, acknowledged_sequence, acknowledged_at)
  SELECT p.id, $1::uuid, p.user_id, p.protocol, p.sequence, CASE WHEN p.sequence IS NOT NULL THEN clock_timestamp() END
    FROM unnest($2::text[], $3::uuid[], $4::int[], $5::bigint[]) AS p (id, user_id, protocol, sequence)
    JOIN users u ON u.id = p.user_id
  ON CONFLICT (id) DO UPDATE
    SET acknowledged_sequence = excluded.acknowledged_sequence, acknowledged_at = excluded.acknowledged_at
  WHERE known.acknowledged_sequence IS DISTINCT FROM excluded.acknowledged_sequence`;

/** A lost one stays for as long as it may be recording. $1 left, $2 lost. */
const endConnections = `
  WITH lost AS (
    UPDATE companion_connections SET lost_at = clock_timestamp() WHERE id = ANY ($2::text[])
  )
  DELETE FROM companion_connections WHERE id = ANY ($1::text[]) OR lost_at < clock_timestamp() - interval '2 minutes'`;

/** The companions connected to this instance, stored for all instances. Changes during a statement go into the next one. */
export class CompanionStore {
  readonly #options: Options;
  readonly #connections = new Map<string, Connection>();
  #changes = new Map<string, Change>();
  #writing: Promise<void> | null = null;
  #isStopped = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Resolves when the row is written: a companion must be counted before it receives a state to acknowledge. */
  connect(id: string, { userId, protocol }: { userId: string; protocol: number }): Promise<void> {
    this.#connections.set(id, { userId, protocol, acknowledged: null });
    return new Promise((resolve, reject) => {
      this.#note(id, {
        userId,
        end: null,
        settle: [(error) => (error === undefined ? resolve() : reject(error))],
      });
    });
  }

  acknowledge(id: string, sequence: number): void {
    const connection = this.#connections.get(id);
    if (connection === undefined) return;
    connection.acknowledged = Math.max(sequence, connection.acknowledged ?? sequence);
    this.#note(id, { userId: connection.userId, end: null, settle: [] });
  }

  /** `left`: it said so itself. Any other end of its connection is a loss. */
  end(id: string, end: 'left' | 'lost'): void {
    const connection = this.#connections.get(id);
    if (connection === undefined) return;
    this.#connections.delete(id);
    this.#note(id, { userId: connection.userId, end, settle: [] });
  }

  /** This instance was removed, as after a long sleep, and the rows of its companions with it: writes them again. */
  writeAgain(): void {
    for (const [id, { userId }] of this.#connections) this.#note(id, { userId, end: null, settle: [] });
  }

  /** Writes what is waiting, and gives up at the first failure. Later changes are refused. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#writing;
  }

  #note(id: string, change: Change): void {
    if (this.#isStopped) {
      const stopping = new ServiceError({ code: 'unavailable', message: 'The service is stopping; retry.' });
      for (const tell of change.settle) tell(stopping);
      return;
    }
    const earlier = this.#changes.get(id);
    this.#changes.set(id, { ...change, settle: [...(earlier?.settle ?? []), ...change.settle] });
    this.#start();
  }

  #start(): void {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = null;
      // Changes noted after the last check of the loop.
      if (this.#changes.size > 0) this.#start();
    });
  }

  async #write(): Promise<void> {
    while (this.#changes.size > 0) {
      const batch = [...this.#changes].slice(0, mostPerStatement);
      for (const [id] of batch) this.#changes.delete(id);
      try {
        await this.#save(batch);
        for (const [, { settle }] of batch) for (const tell of settle) tell();
        this.#options.onChanged([...new Set(batch.map(([, { userId }]) => userId))]);
      } catch (error) {
        this.#options.onFailure(error);
        for (const [, { settle }] of batch) for (const tell of settle) tell(error);
        if (this.#isStopped) return this.#giveUp(error);
        for (const [id, change] of batch) this.#note(id, { ...change, settle: [] });
        await pause(retryPauseMs, undefined, { ref: false });
      }
    }
  }

  #giveUp(error: unknown): void {
    for (const { settle } of this.#changes.values()) for (const tell of settle) tell(error);
    this.#changes.clear();
  }

  async #save(batch: [string, Change][]): Promise<void> {
    const { query, instanceId } = this.#options;
    const endedAs = (end: Change['end']) => batch.flatMap(([id, change]) => (change.end === end ? [id] : []));
    const [left, lost] = [endedAs('left'), endedAs('lost')];
    if (left.length + lost.length > 0) await query(endConnections, [left, lost]);
    const present = batch.flatMap(([id]) => {
      const connection = this.#connections.get(id);
      return connection ? [{ id, ...connection }] : [];
    });
    if (present.length > 0) {
      await query(saveConnections, [
        instanceId,
        present.map(({ id }) => id),
        present.map(({ userId }) => userId),
        present.map(({ protocol }) => protocol),
        present.map(({ acknowledged }) => acknowledged),
      ]);
    }
    // The companion that left may have been the only one without an acknowledgement.
    await query(keepConfirmations, [[...new Set(batch.map(([, { userId }]) => userId))]]);
  }
}
