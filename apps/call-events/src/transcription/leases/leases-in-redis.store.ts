// A lease is a key with an expiry; its value is the owner's token. Scripts inside Redis compare tokens.

import { answerInTime, type Logger, ServiceError } from '@callside/service-kit';
import { type CommandParser, defineScript } from 'redis';
import { connectCommands } from '../../redis-connection.ts';
import type { LeaseTerms } from '../rules/transcription-lease.ts';
import type { LeasePresence } from '../rules/transcription-liveness.ts';
import type { LeaseStore } from './lease-store.ts';

interface Options extends Pick<LeaseTerms, 'leaseMs'> {
  url: string;
  /** Prefix of the keys; deployments that share a Redis must differ in it. null until it is known. */
  keyPrefix: () => string | null;
  logger: Logger;
  onFailure: () => void;
}

const unreachable = 'Leases cannot be reached; retry later.';
const answerLimitMs = 1_000;
/** Redis may have lost leases in an outage; all instances restore them within this time. */
const settlingMs = 2_000;
const keysAtOnce = 1_000;

const orphanMark = 'orphan:';

const ownedOrFree = `
  local owner = redis.call('GET', KEYS[1])
  if owner and owner ~= ARGV[1] and owner ~= '${orphanMark}' .. ARGV[1] then return 0 end`;

const scripts = {
  refreshLease: leaseScript(`${ownedOrFree}
    redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
    return 1`),

  orphanLease: leaseScript(`${ownedOrFree}
    if owner ~= '${orphanMark}' .. ARGV[1] then redis.call('SET', KEYS[1], '${orphanMark}' .. ARGV[1], 'PX', ARGV[2]) end
    return 1`),

  abandonLease: leaseScript(`
    if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
    redis.call('SET', KEYS[1], '${orphanMark}' .. ARGV[1], 'PX', ARGV[2])
    return 1`),

  releaseLease: leaseScript(`${ownedOrFree}
    return redis.call('DEL', KEYS[1])`),
};

function leaseScript(SCRIPT: string) {
  return defineScript({
    SCRIPT,
    NUMBER_OF_KEYS: 1,
    parseCommand: (parser: CommandParser, key: string, token: string, forMs = 0) => {
      parser.pushKey(key);
      parser.push(token, String(forMs));
    },
    transformReply: (done: number) => (done === 0 ? 'lost' : 'held'),
  });
}

/** The leases that all instances share. Commands fail after a second without an answer. */
export function createRedisLeaseStore({ url, keyPrefix, leaseMs, logger, onFailure }: Options) {
  const connection = connectCommands({ url, role: 'leases', logger }, scripts);
  const redis = connection.client;
  const keyOf = (sessionId: string) => {
    const prefix = keyPrefix();
    if (prefix === null) throw new ServiceError({ code: 'unavailable', message: unreachable });
    return `${prefix}:lease:${sessionId}`;
  };
  let returnedAtMs = Number.NEGATIVE_INFINITY;
  let onReturned = () => {};

  connection.onReturned(() => {
    returnedAtMs = performance.now();
    onReturned();
  });

  async function answered<Answer>(command: Promise<Answer>): Promise<Answer> {
    try {
      return await answerInTime(command, answerLimitMs);
    } catch (error) {
      onFailure();
      throw new ServiceError({ code: 'unavailable', message: unreachable, cause: error });
    }
  }

  async function presencesOf(sessionIds: readonly string[]): Promise<[string, LeasePresence][]> {
    const owners: (string | null)[] = [];
    // No MGET: the keys are in different slots of a cluster. The client sends the commands together.
    for (const some of portions(sessionIds)) {
      owners.push(...(await answered(Promise.all(some.map((id) => redis.get(keyOf(id)))))));
    }
    const isSettling = !connection.isUp() || performance.now() - returnedAtMs < settlingMs;
    const missing = isSettling ? 'unknown' : 'absent';
    return sessionIds.map((id, index) => [id, owners[index] == null ? missing : 'present']);
  }

  const store: LeaseStore = {
    acquire: async (sessionId, token) => {
      await answered(redis.set(keyOf(sessionId), token, { expiration: { type: 'PX', value: leaseMs } }));
    },
    refresh: async (sessionId, token) => answered(redis.refreshLease(keyOf(sessionId), token, leaseMs)),
    orphan: async (sessionId, token, forMs) => answered(redis.orphanLease(keyOf(sessionId), token, forMs)),
    abandon: async (sessionId, token, forMs) => answered(redis.abandonLease(keyOf(sessionId), token, forMs)),
    release: async (sessionId, token) => {
      await answered(redis.releaseLease(keyOf(sessionId), token));
    },
    status: async (sessionId) => {
      const owner = await answered(redis.get(keyOf(sessionId)));
      if (owner === null) return 'absent';
      return owner.startsWith(orphanMark) ? 'orphaned' : 'held';
    },
    restore: async (leases) => {
      for (const some of portions(leases)) {
        const puts = some.map(({ sessionId, token, isOrphaned, forMs }) =>
          redis.set(keyOf(sessionId), isOrphaned ? orphanMark + token : token, {
            condition: 'NX',
            expiration: { type: 'PX', value: Math.ceil(forMs) },
          }),
        );
        await answered(Promise.all(puts));
      }
    },
    presences: async (sessionIds) => {
      try {
        return new Map(await presencesOf(sessionIds));
      } catch {
        return new Map(sessionIds.map((id) => [id, 'unknown']));
      }
    },
  };

  return {
    ...store,

    /** Calls back when Redis is available again: it may have lost all leases. */
    onReturned(callback: () => void): void {
      onReturned = callback;
    },

    close(): void {
      connection.close();
    },
  };
}

function* portions<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += keysAtOnce) yield items.slice(from, from + keysAtOnce);
}
