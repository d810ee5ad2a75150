import fc from 'fast-check';
import { newMemoryLeaseStore } from '../../test/support/lease-stores.ts';
import { MemoryTranscriptionSessions } from '../../test/support/memory-transcription-sessions.ts';
import { expectAgreement, type SessionSeen } from '../../test/support/session-agreement.ts';
import { type CompanionNumber, type Step, terms } from '../../test/support/session-model.ts';
import { SessionServers } from '../../test/support/session-servers.ts';
import { life, step } from '../../test/support/session-steps.ts';

const { leaseMs } = terms;

async function start(scheduled: <Port extends object>(port: Port) => Port = (port) => port) {
  const store = await newMemoryLeaseStore(leaseMs);
  let now = 1_000_000;
  const onFile = new MemoryTranscriptionSessions({ leaseMs, now: () => now });
  const servers = new SessionServers({
    sessions: scheduled(onFile.port),
    leases: scheduled(store.leases),
    userId: 'user',
    brandId: 'brand',
    callReference: 'call',
    now: () => now,
    elapse: async (ms) => {
      now += ms;
      await store.elapse(ms);
    },
    forgetLeases: store.forget,
    endCall: async () => onFile.endCall(),
  });
  const presence = async () => (await store.leases.presences([onFile.session.id])).get(onFile.session.id);
  const see = async (): Promise<SessionSeen> => {
    const { finalizedAt, endedAt, endReportedAt, chunks } = onFile.session;
    return {
      isLive: finalizedAt === null && (await presence()) === 'present',
      isFinalized: finalizedAt !== null,
      isEndReported: endReportedAt !== null,
      endedAt,
      chunks: [...chunks].sort((one, other) => one - other),
    };
  };
  return { servers, store, onFile, see };
}

test('a session follows the specification for any operations in any order', async () => {
  await fc.assert(
    fc.asyncProperty(life, async (steps) => {
      const { servers, see } = await start();
      await expectAgreement(servers, steps, see);
    }),
    { numRuns: 200 },
  );
});

/** Delays each call of a port until its turn, and its answer once more. */
function interleavedBy(scheduler: fc.Scheduler) {
  return <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, property) => {
        const method: unknown = Reflect.get(target, property, target);
        if (typeof method !== 'function') return method;
        return async (...args: unknown[]) => {
          await scheduler.schedule(Promise.resolve(), String(property));
          const answer = await method(...args);
          await scheduler.schedule(Promise.resolve(), `answer to ${String(property)}`);
          return answer;
        };
      },
    });
}

async function takeAtOnce(servers: SessionServers, scheduler: fc.Scheduler, steps: readonly Step[]): Promise<void> {
  await scheduler.waitFor(Promise.all(steps.map((one) => servers.take(one))));
  await scheduler.waitIdle();
}

const companions = [0, 1, 2, 3] as const satisfies CompanionNumber[];

function stepsOf(kinds: Step['do'][], maxLength: number): fc.Arbitrary<Step[]> {
  return fc.array(
    step.filter((one) => kinds.includes(one.do)),
    { minLength: 2, maxLength, size: 'max' },
  );
}

test('after any race, PostgreSQL, lease store and servers agree on the producer once each has sent a frame', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      stepsOf(['frame', 'resume', 'open', 'disconnect', 'elapse', 'close'], 6),
      stepsOf(['open', 'resume', 'close', 'frame', 'disconnect', 'sweep', 'chunk'], 8),
      async (scheduler, before, racing) => {
        const { servers, store, onFile, see } = await start(interleavedBy(scheduler));
        for (const one of [{ do: 'open', companion: 0 } as const, ...before]) {
          await takeAtOnce(servers, scheduler, [one]);
        }
        await takeAtOnce(servers, scheduler, racing);
        await servers.take({ do: 'elapse', ms: 10_000 });
        for (const companion of companions) await takeAtOnce(servers, scheduler, [{ do: 'frame', companion }]);

        const { id, leaseToken, finalizedAt } = onFile.session;
        const isProduced = leaseToken !== null && servers.isConnected(leaseToken);
        expect(servers.heldTokens()).toEqual(isProduced ? [leaseToken] : []);
        if (leaseToken === null) expect(finalizedAt).not.toBeNull();
        if (isProduced) {
          expect(await see()).toMatchObject({ isLive: true, isFinalized: false });
          expect(await store.leases.refresh(id, leaseToken)).toBe('held');
        } else {
          await servers.take({ do: 'elapse', ms: 130_000 });
          expect(await see()).toMatchObject({ isLive: false });
        }
        expect(servers.failures).toEqual([]);
      },
    ),
    { numRuns: 250 },
  );
});

test('a session is live after a resume that races with every sweep', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.constantFrom(...companions),
      fc.shuffledSubarray([0, 1, 2]),
      async (scheduler, companion, sweeping) => {
        const { servers, see } = await start(interleavedBy(scheduler));
        await takeAtOnce(servers, scheduler, [{ do: 'open', companion: 0 }]);
        await servers.take({ do: 'elapse', ms: leaseMs });
        await servers.take({ do: 'elapse', ms: 10_000 });
        const sweeps = sweeping.map((server) => ({ do: 'sweep', server }) as const);
        await takeAtOnce(servers, scheduler, [...sweeps, { do: 'resume', companion }]);
        expect(await see()).toMatchObject({ isLive: true, isFinalized: false });
      },
    ),
    { numRuns: 150 },
  );
});
