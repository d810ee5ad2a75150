import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { PrismaClient } from '@callside/database';
import { ServiceError } from '@callside/service-kit';

interface Options {
  prisma: PrismaClient;
  /** Companions of these reps connected or disconnected. */
  onPresence: (userIds: string[]) => void;
  /** Companions of these reps acknowledged a recording state. */
  onAcknowledged: (userIds: string[]) => void;
  /** Another instance has stopped, or has written no heartbeat for 3 s. */
  onInstanceGone: () => void;
  onFailure: (error: unknown) => void;
}

interface Connection {
  userId: string;
  acknowledged: number | null;
}

/** A change of a connection that is not written yet. */
interface Change {
  userId: string;
  isPresence: boolean;
  settle: ((error?: unknown) => void)[];
}

const mostPerStatement = 1_000;
const retryPauseMs = 500;

/**
 * The companions connected to this instance, stored in PostgreSQL for all instances. Changes during a statement go into the
 * next one. The rows count only while the instance's heartbeat (`beat`) is recent.
 */
export class CompanionPresenceStore {
  readonly #instanceId = randomUUID();
  readonly #options: Options;
  readonly #connections = new Map<string, Connection>();
  #changes = new Map<string, Change>();
  #writing: Promise<void> | null = null;
  #instances: string[] = [];
  #isStopped = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Resolves when the row is written: a companion must be counted before it receives a state to acknowledge. */
  connect(id: string, userId: string): Promise<void> {
    this.#connections.set(id, { userId, acknowledged: null });
    return new Promise((resolve, reject) => {
      this.#note(id, {
        userId,
        isPresence: true,
        settle: [(error) => (error === undefined ? resolve() : reject(error))],
      });
    });
  }

  acknowledge(id: string, sequence: number): void {
    const connection = this.#connections.get(id);
    if (connection === undefined) return;
    connection.acknowledged = Math.max(sequence, connection.acknowledged ?? sequence);
    this.#note(id, { userId: connection.userId, isPresence: false, settle: [] });
  }

  disconnect(id: string): void {
    const connection = this.#connections.get(id);
    if (connection === undefined) return;
    this.#connections.delete(id);
    this.#note(id, { userId: connection.userId, isPresence: true, settle: [] });
  }

  /** Writes the heartbeat. If others have removed the instance, for example after a long sleep, writes all rows again. */
  async beat(): Promise<void> {
    const { prisma, onInstanceGone } = this.#options;
    const isNew = await this.#register();
    const rows = await prisma.$queryRaw<{ id: string }[]>`
      SELECT id::text AS id FROM service_instances WHERE seen_at >= clock_timestamp() - interval '3 seconds'`;
    const present = new Set(rows.map(({ id }) => id));
    if (this.#instances.some((id) => !present.has(id))) onInstanceGone();
    this.#instances = [...present];
    if (!isNew) return;
    await prisma.$executeRaw`DELETE FROM service_instances WHERE seen_at < clock_timestamp() - interval '10 minutes'`;
  }

  /** Writes what is waiting, and gives up at the first failure; then removes the instance. Later changes are refused. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#writing;
    await this.#options.prisma.serviceInstance
      .deleteMany({ where: { id: this.#instanceId } })
      .catch(this.#options.onFailure);
  }

  /** The only place that inserts the instance. If its row was deleted, those of its connections were too: all are written again. */
  async #register(): Promise<boolean> {
    const [row] = await this.#options.prisma.$queryRaw<{ inserted: boolean }[]>`
      INSERT INTO service_instances (id) VALUES (${this.#instanceId}::uuid)
      ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp()
      RETURNING xmax = 0 AS inserted`;
    if (!row?.inserted) return false;
    for (const [id, { userId }] of this.#connections) this.#note(id, { userId, isPresence: true, settle: [] });
    return true;
  }

  #note(id: string, change: Change): void {
    if (this.#isStopped) {
      const stopping = new ServiceError({ code: 'unavailable', message: 'The service is stopping; retry.' });
      for (const tell of change.settle) tell(stopping);
      return;
    }
    const earlier = this.#changes.get(id);
    this.#changes.set(id, {
      userId: change.userId,
      isPresence: change.isPresence || earlier?.isPresence === true,
      settle: [...(earlier?.settle ?? []), ...change.settle],
    });
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
        await this.#save(batch.map(([id]) => id));
        for (const [, { settle }] of batch) for (const tell of settle) tell();
        this.#tell(batch.map(([, change]) => change));
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

  async #save(ids: string[]): Promise<void> {
    const { prisma } = this.#options;
    const present = ids.flatMap((id) => {
      const connection = this.#connections.get(id);
      return connection ? [{ id, ...connection }] : [];
    });
    const gone = ids.filter((id) => !this.#connections.has(id));
    if (gone.length > 0) await prisma.companionConnection.deleteMany({ where: { id: { in: gone } } });
    if (present.length === 0) return;
    await this.#register();
    await prisma.$executeRaw`
      INSERT INTO companion_connections AS known (id, instance_id, user_id, acknowledged_sequence, acknowledged_at)
      SELECT p.id, ${this.#instanceId}::uuid, p.user_id, p.sequence, CASE WHEN p.sequence IS NOT NULL THEN clock_timestamp() END
        FROM (
          SELECT id, user_id, nullif(sequence, '')::bigint AS sequence
            FROM unnest(${present.map(({ id }) => id)}::text[], ${present.map(({ userId }) => userId)}::uuid[],
                        ${present.map(({ acknowledged }) => String(acknowledged ?? ''))}::text[]) AS p (id, user_id, sequence)
        ) AS p
        JOIN users u ON u.id = p.user_id
      ON CONFLICT (id) DO UPDATE
        SET acknowledged_sequence = excluded.acknowledged_sequence, acknowledged_at = excluded.acknowledged_at
      WHERE known.acknowledged_sequence IS DISTINCT FROM excluded.acknowledged_sequence`;
  }

  #tell(changes: readonly Change[]): void {
    const { onPresence, onAcknowledged } = this.#options;
    const present = new Set(changes.filter(({ isPresence }) => isPresence).map(({ userId }) => userId));
    const acknowledged = new Set(changes.map(({ userId }) => userId));
    if (present.size > 0) onPresence([...present]);
    // The companion that disconnected may have been the only one without an acknowledgement.
    onAcknowledged([...acknowledged]);
  }
}
