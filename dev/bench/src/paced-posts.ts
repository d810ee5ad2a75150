import { setTimeout as sleep } from 'node:timers/promises';
import type { BaseData } from './base-data.ts';
import { createEventRequests } from './event-requests.ts';
import { HttpConnection, requireAccepted } from './http-connection.ts';

interface PacedPosts {
  baseData: BaseData;
  port: number;
  idPrefix: string;
  perSecond: number;
  seconds: number;
  /** `startedAt` is the time before a post is written, or before it waits for a connection. */
  onPost?: (eventId: string, startedAt: number) => void;
  /** Connections that the caller keeps open. Without them, connections are opened for these posts and closed afterwards. */
  connections?: HttpConnection[];
}

/** More than the posts that wait for an answer at the same time, because a new connection would be measured with its post. */
const connectionsAtOnce = 128;

export function openConnections(port: number): Promise<HttpConnection[]> {
  return Promise.all(Array.from({ length: connectionsAtOnce }, () => HttpConnection.open(port)));
}

/**
 * Posts events at a steady pace, whether or not earlier ones were answered. Resolves when all are answered, to the time that each answer
 * took, in milliseconds.
 */
export async function postAtPace({
  baseData,
  port,
  idPrefix,
  perSecond,
  seconds,
  onPost = () => {},
  connections,
}: PacedPosts): Promise<number[]> {
  const sender = { apiKey: baseData.apiKey, emails: baseData.callers.map(({ email }) => email) };
  const nextRequest = createEventRequests(sender, idPrefix);
  const free = connections ?? (await openConnections(port));
  const durationsMs: number[] = [];

  async function postNext(): Promise<void> {
    const { eventId, text } = nextRequest();
    const startedAt = performance.now();
    onPost(eventId, startedAt);
    const connection = free.pop() ?? (await HttpConnection.open(port));
    requireAccepted(await connection.send(text));
    durationsMs.push(performance.now() - startedAt);
    free.push(connection);
  }

  await atPace({ perSecond, times: perSecond * seconds }, postNext);
  if (connections === undefined) for (const connection of free) connection.close();
  return durationsMs;
}

/** Begins a post so many times at a steady pace, whether or not earlier ones have ended. Resolves when all have; rejects when one failed. */
export async function atPace(
  { perSecond, times }: { perSecond: number; times: number },
  post: (count: number) => Promise<void>,
): Promise<void> {
  const posts: Promise<void>[] = [];
  const firstAt = performance.now();
  for (let count = 0; count < times; count++) {
    const waitMs = firstAt + (count * 1000) / perSecond - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    posts.push(post(count));
    // A post that fails before the last one has begun would end this process: its error is reported below.
    posts.at(-1)?.catch(() => {});
  }
  await Promise.all(posts);
}
