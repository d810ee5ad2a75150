import type { Answer, SessionModel, Step } from './session-model.ts';
import { isLive, next, opened } from './session-model.ts';
import type { SessionServers } from './session-servers.ts';

export interface SessionSeen {
  isLive: boolean;
  isFinalized: boolean;
  isEndReported: boolean;
  endedAt: number | null;
  chunks: number[];
}

/**
 * Runs the steps in sequence, and compares with the model after each: the answer, whether the session is live and
 * finalized, and whether its end has changed.
 */
export async function expectAgreement(
  servers: SessionServers,
  steps: readonly Step[],
  see: () => Promise<SessionSeen>,
): Promise<void> {
  await servers.take({ do: 'open', companion: 0 });
  let model = opened(0);
  let seen = await see();
  expect(outline(seen)).toEqual(outlineOf(model));
  for (const [index, step] of steps.entries()) {
    const [expected, answer] = next(model, step);
    const answered: Answer = await servers.take(step);
    await servers.settled();
    const now = await see();
    const at = { index, step };
    expect({ at, answer: answered, ...outline(now) }).toEqual({ at, answer, ...outlineOf(expected) });
    if (expected.end === model.end) expect({ at, endedAt: now.endedAt }).toEqual({ at, endedAt: seen.endedAt });
    else expect(now.endedAt).toBeGreaterThanOrEqual(seen.endedAt ?? 0);
    expect(servers.failures).toEqual([]);
    model = expected;
    seen = now;
  }
}

function outline({ isLive, isFinalized, isEndReported, endedAt, chunks }: SessionSeen) {
  return { isLive, isFinalized, isEndReported, hasEnded: endedAt !== null, chunks };
}

function outlineOf(model: SessionModel) {
  const { isFinalized, isEndReported, end, chunks } = model;
  return {
    isLive: isLive(model),
    isFinalized,
    isEndReported,
    hasEnded: end !== null,
    chunks: [...chunks].sort((one, other) => one - other),
  };
}
