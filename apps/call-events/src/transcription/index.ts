import { randomUUID } from 'node:crypto';
import type { Logger, Metrics } from '@callside/service-kit';
import type { DeploymentName } from '../deployment-name.ts';
import type { Pools } from '../pools.ts';
import { regularTasks } from '../regular-tasks.ts';
import type { Environment } from '../settings.ts';
import { BytesInFlight } from './bytes-in-flight.ts';
import { createCheckProducer } from './check-producer.ts';
import { createCloseTranscriptionSession } from './close-session.ts';
import { createFinalizeOverdueSessions } from './finalize-overdue-sessions.ts';
import { LeaseRestoration } from './leases/lease-restoration.ts';
import type { LeaseStore } from './leases/lease-store.ts';
import { createMemoryLeaseStore } from './leases/leases-in-memory.store.ts';
import { createRedisLeaseStore } from './leases/leases-in-redis.store.ts';
import { ProducerLeases } from './leases/producer-leases.ts';
import { createOpenTranscriptionSession, createResumeTranscriptionSession } from './open-session.ts';
import type { SessionDependencies } from './session-requests.ts';
import { createTranscriptionStore } from './sessions.store.ts';

interface Dependencies {
  environment: Environment;
  pools: Pools;
  deployment: DeploymentName;
  logger: Logger;
  metrics: Metrics;
  /** Card numbers were masked in a transcript. */
  countMasked: (masked: number) => void;
}

const sweepPauseMs = 1_000;
const tendPauseMs = 250;

const mib = 1024 * 1024;
/** Requests of companions that wait for earlier ones, in bytes. docs/sockets.md has the reasons. */
const mostWaitingBytes = { perSocket: 8 * mib, perRep: 16 * mib, perInstance: 64 * mib };

/** Transcription sessions: their leases, and what companions ask about them. */
export function createTranscription({ environment, pools, deployment, logger, metrics, countMasked }: Dependencies) {
  const terms = {
    leaseMs: Math.round(environment.TRANSCRIPTION_LEASE_SECONDS * 1_000),
    orphanMs: Math.round(environment.TRANSCRIPTION_ORPHAN_SECONDS * 1_000),
  };
  const finalized = metrics.counter(
    'transcription_sessions_finalized_total',
    'Sessions that this instance finalized.',
    ['by'],
  );
  const chunks = metrics.counter('transcription_chunks_total', 'Chunks that were acknowledged.', ['outcome']);
  const frames = metrics.counter('transcription_frames_total', 'Frames of producers that hold their lease.');
  const frameBytes = metrics.counter('transcription_frame_bytes_total', 'Bytes of those frames.');
  const failures = metrics.counter(
    'lease_store_failures_total',
    'Operations that the lease store refused or did not answer in time.',
  );

  const sessions = createTranscriptionStore({ pool: pools.sessions, leaseMs: terms.leaseMs });
  const now = () => performance.now();
  const redisLeases =
    environment.REDIS_URL === undefined
      ? null
      : createRedisLeaseStore({
          url: environment.REDIS_URL,
          keyPrefix: () => deployment.prefix,
          leaseMs: terms.leaseMs,
          logger,
          onFailure: () => failures.inc(),
        });
  const leases: LeaseStore = redisLeases ?? createMemoryLeaseStore({ leaseMs: terms.leaseMs, now });

  const producers = new ProducerLeases({
    leases,
    sessions,
    terms,
    now,
    onFailure: (error) => logger.warn({ err: error }, 'a lease could not be stored yet'),
  });
  metrics.gaugeOf('transcription_producers', 'Leases that companions of this instance hold.', () => producers.count);

  const waitingBytes = new BytesInFlight(mostWaitingBytes);
  metrics.gaugeOf(
    'companion_waiting_bytes',
    "What companions' requests hold that wait for the ones before.",
    () => waitingBytes.total,
  );

  const taking = { leases, sessions, producers, newToken: randomUUID };
  const requests: SessionDependencies = {
    openSession: createOpenTranscriptionSession({ ...taking, newSessionId: randomUUID }),
    resumeSession: createResumeTranscriptionSession(taking),
    closeSession: createCloseTranscriptionSession({
      leases,
      sessions,
      producers,
      onClosed: () => finalized.inc({ by: 'close' }),
      onFailure: (error) => logger.warn({ err: error }, 'the lease of a closed session could not be released'),
    }),
    storeChunk: async (userId, chunk) => {
      const stored = await sessions.storeChunk(userId, chunk);
      chunks.inc({ outcome: stored.outcome });
      if (stored.outcome === 'stored') countMasked(chunk.masked);
      return stored;
    },
    nextSequence: sessions.nextSequence,
    frame: (sessionId, producerId, bytes) => {
      if (!producers.frame(sessionId, producerId)) return false;
      frames.inc();
      frameBytes.inc(bytes);
      return true;
    },
    isProducer: createCheckProducer({ sessions, producers }),
    leave: (producerId) => producers.disconnect(producerId),
    waitingBytes,
    logger,
  };

  const finalizeOverdue = createFinalizeOverdueSessions({ sessions, leases });
  const restoration = new LeaseRestoration({ sessions, leases });
  redisLeases?.onReturned(() => restoration.noteReturn());
  const tasks = regularTasks(logger, {
    'finalize sessions whose lease has expired': {
      pauseMs: sweepPauseMs,
      run: async () => finalized.inc({ by: 'sweep' }, await finalizeOverdue()),
    },
    'retry and restore leases': {
      pauseMs: tendPauseMs,
      run: async () => {
        await producers.retry();
        await restoration.restore();
      },
    },
  });

  return {
    requests,
    leases,

    start(): void {
      // The task retries a failure.
      restoration.restore().catch(() => {});
      for (const task of tasks) task.start();
    },

    /** Must be called after the sockets are closed: turns their leases into orphans. */
    async close(): Promise<void> {
      await Promise.all(tasks.map((task) => task.stop()));
      await producers.stop();
      redisLeases?.close();
    },
  };
}

export type Transcription = ReturnType<typeof createTranscription>;

export { createRequestAnswerer, type Outcome } from './answer-requests.ts';
export type { BytesInFlight } from './bytes-in-flight.ts';
export { chunkView, type NewChunk, type TranscriptChunk } from './chunk-view.ts';
export type { LeaseStore } from './leases/lease-store.ts';
export { type Liveness, livenessOf } from './rules/transcription-liveness.ts';
export { type SessionDependencies, serveSessions } from './session-requests.ts';
export { transcriptionSessionView } from './session-view.ts';
