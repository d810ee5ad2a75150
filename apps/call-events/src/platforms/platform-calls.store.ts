import { type PoolClient, plainArray, textArray } from '@callside/database';
import { rowArrays } from '../row-arrays.ts';
import type { Moment, PlatformCall } from './rules/platform-call.ts';

/** The calls of a platform of one rep. The lock of the rep orders their changes. */
interface PlatformCallChange {
  userId: string;
  before: readonly PlatformCall[];
  after: readonly PlatformCall[];
}

interface PlatformCallRow {
  user_id: string;
  platform_call: string;
  call_id: string | null;
  started_at: Date | null;
  started_order: string | null;
  left_as: PlatformCall['left'];
  left_at: Date | null;
  left_order: string | null;
  recording_paused: boolean;
  recording_at: Date | null;
  recording_order: string | null;
  paused_live_at: string | null;
}

const savedCalls = rowArrays<{ userId: string; call: PlatformCall; notedAt: Date }>({
  user_id: ['uuid', ({ userId }) => userId],
  platform_call: ['text', ({ call }) => call.name],
  call_id: ['uuid', ({ call }) => call.callId],
  started_at: ['timestamptz', ({ call }) => call.startedAt.at],
  started_order: ['bigint', ({ call }) => call.startedAt.order],
  left_as: ['text', ({ call }) => call.left],
  left_at: ['timestamptz', ({ call }) => call.leftAt.at],
  left_order: ['bigint', ({ call }) => call.leftAt.order],
  recording_paused: ['boolean', ({ call }) => call.recordingPaused],
  recording_at: ['timestamptz', ({ call }) => call.recordingAt.at],
  recording_order: ['bigint', ({ call }) => call.recordingAt.order],
  paused_live_at: ['bigint', ({ call }) => call.pausedLiveAt],
  noted_at: ['timestamptz', ({ notedAt }) => notedAt],
});

const selectPlatformCalls = `
  SELECT ${savedCalls.names()} FROM platform_calls WHERE user_id = ANY ($1::uuid[]) ORDER BY user_id, noted_at DESC`;

const savePlatformCalls = `
  INSERT INTO platform_calls (${savedCalls.names()}) SELECT * FROM ${savedCalls.source('c')}
  ON CONFLICT (user_id, platform_call) DO UPDATE SET (${savedCalls.names()}) = ROW(${savedCalls.names('excluded')})`;

/** $1 user ids, $2 names. */
const forgetPlatformCalls = `
  DELETE FROM platform_calls p USING unnest($1::uuid[], $2::text[]) AS f (user_id, name)
   WHERE p.user_id = f.user_id AND p.platform_call = f.name`;

/** By user id, the newest first; an empty list for a rep without any. Needs the locks of the reps. */
export async function readPlatformCalls(
  client: PoolClient,
  userIds: readonly string[],
): Promise<Map<string, PlatformCall[]>> {
  const { rows } = await client.query<PlatformCallRow>({
    name: 'find-platform-calls',
    text: selectPlatformCalls,
    values: [plainArray(userIds)],
  });
  const calls = new Map(userIds.map((userId) => [userId, [] as PlatformCall[]]));
  for (const row of rows) calls.get(row.user_id)?.push(toPlatformCall(row));
  return calls;
}

/** Writes what has changed. A statement with a `rowCount` of 0 has nothing to do. */
export function platformCallStatements(changes: readonly PlatformCallChange[], now: Date) {
  const saved = changes.flatMap(({ userId, before, after }) => {
    const known = new Set(before);
    return after.filter((call) => !known.has(call)).map((call) => ({ userId, call, notedAt: now }));
  });
  const forgotten = changes.flatMap(({ userId, before, after }) => {
    const kept = new Set(after.map(({ name }) => name));
    return before.filter(({ name }) => !kept.has(name)).map(({ name }) => ({ userId, name }));
  });
  return [
    {
      name: 'forget-platform-calls',
      text: forgetPlatformCalls,
      rowCount: forgotten.length,
      values: [plainArray(forgotten.map(({ userId }) => userId)), textArray(forgotten.map(({ name }) => name))],
    },
    {
      name: 'save-platform-calls',
      text: savePlatformCalls,
      rowCount: saved.length,
      values: savedCalls.values(saved),
    },
  ];
}

function momentIn(at: Date | null, order: string | null): Moment {
  return { at, order: order === null ? null : Number(order) };
}

/** Numbers hold a sequence in milliseconds exactly, and an order in microseconds. */
function toPlatformCall(row: PlatformCallRow): PlatformCall {
  return {
    name: row.platform_call,
    callId: row.call_id,
    startedAt: momentIn(row.started_at, row.started_order),
    left: row.left_as,
    leftAt: momentIn(row.left_at, row.left_order),
    recordingPaused: row.recording_paused,
    recordingAt: momentIn(row.recording_at, row.recording_order),
    pausedLiveAt: row.paused_live_at === null ? null : Number(row.paused_live_at),
  };
}
