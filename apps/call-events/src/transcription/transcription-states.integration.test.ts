import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Deployment, deploy } from '../../test/support/deployment.ts';
import { type LeaseStoreUnderTest, newMemoryLeaseStore, newRedisLeaseStore } from '../../test/support/lease-stores.ts';
import { addBrand, addUser } from '../../test/support/organisations.ts';
import { expectAgreement, type SessionSeen } from '../../test/support/session-agreement.ts';
import { type CompanionNumber, type Step, terms } from '../../test/support/session-model.ts';
import { SessionServers } from '../../test/support/session-servers.ts';
import { life, step } from '../../test/support/session-steps.ts';
import { chunksOf, sessionOf } from '../../test/support/sessions.ts';
import { endCalls } from '../calls/calls.sql.ts';
import { createTranscriptionStore } from './sessions.store.ts';

const { leaseMs } = terms;
let deployment: Deployment;

beforeAll(async () => {
  deployment = await deploy();
});
afterAll(() => deployment.close());

/** A rep on a call. */
async function startCall() {
  const brand = await addBrand(deployment);
  const rep = await addUser(deployment, brand);
  const call = { id: randomUUID(), reference: randomUUID() };
  await deployment.query(
    `INSERT INTO calls (id, reference, brand_id, user_id, agent_email, phone_number, started_at)
     VALUES ($1, $2, $3, $4, $5, '+14155550134', clock_timestamp())`,
    [call.id, call.reference, brand.id, rep.id, rep.email],
  );
  return { brand, rep, call };
}

/** Three servers with a session on a call, on real stores. */
async function startServers(newStore: () => Promise<LeaseStoreUnderTest>) {
  const { brand, rep, call } = await startCall();
  const store = await newStore();
  let now = 0;
  const servers = new SessionServers({
    sessions: createTranscriptionStore({ pool: deployment.pool, leaseMs }),
    leases: store.leases,
    userId: rep.id,
    brandId: brand.id,
    callReference: call.reference,
    now: () => now,
    elapse: async (ms) => {
      now += ms;
      await store.elapse(ms);
      await deployment.query(
        'UPDATE transcription_sessions SET lease_until = lease_until - make_interval(secs => $2) WHERE call_id = $1',
        [call.id, ms / 1_000],
      );
    },
    forgetLeases: store.forget,
    endCall: async () => {
      await deployment.query(endCalls.text, endCalls.values([{ id: call.id, at: new Date(), reason: 'ended' }]));
    },
  });
  const see = async (): Promise<SessionSeen> => {
    const id = servers.sessionId;
    const row = await sessionOf(deployment, id);
    const presence = (await store.leases.presences([id])).get(id);
    return {
      isLive: row.finalized_at === null && presence === 'present',
      isFinalized: row.finalized_at !== null,
      isEndReported: row.end_reported_at !== null,
      endedAt: row.ended_at?.getTime() ?? null,
      chunks: (await chunksOf(deployment, id)).map(({ sequence }) => sequence),
    };
  };
  return { servers, store, see };
}

const newRedisStore = () => newRedisLeaseStore(leaseMs, process.env.REDIS_URL!);
const newMemoryStore = () => newMemoryLeaseStore(leaseMs);

test.each([
  ['Redis', newRedisStore],
  ['memory', newMemoryStore],
])('with PostgreSQL and %s a session follows the specification for any steps', async (_where, newStore) => {
  await fc.assert(
    fc.asyncProperty(life, async (steps) => {
      const { servers, store, see } = await startServers(newStore);
      await expectAgreement(servers, steps, see).finally(store.close);
    }),
    { numRuns: 40, endOnFailure: true },
  );
});

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
      stepsOf(['frame', 'resume', 'open', 'disconnect', 'elapse', 'close'], 6),
      stepsOf(['open', 'resume', 'close', 'frame', 'disconnect', 'sweep', 'chunk'], 8),
      async (before, racing) => {
        const { servers, store, see } = await startServers(newMemoryStore);
        const takeAtOnce = async (...steps: Step[]) => {
          await Promise.all(steps.map((one) => servers.take(one)));
          await servers.settled();
        };
        for (const one of [{ do: 'open', companion: 0 } as const, ...before]) await takeAtOnce(one);
        await takeAtOnce(...racing);
        await takeAtOnce({ do: 'elapse', ms: 10_000 });
        for (const companion of companions) await takeAtOnce({ do: 'frame', companion });

        const { lease_token: token, finalized_at } = await sessionOf(deployment, servers.sessionId);
        const isProduced = token !== null && servers.isConnected(token);
        expect(servers.heldTokens()).toEqual(isProduced ? [token] : []);
        if (token === null) expect(finalized_at).not.toBeNull();
        if (isProduced) {
          expect(await see()).toMatchObject({ isLive: true, isFinalized: false });
          expect(await store.leases.refresh(servers.sessionId, token)).toBe('held');
        } else {
          await takeAtOnce({ do: 'elapse', ms: 130_000 });
          expect(await see()).toMatchObject({ isLive: false });
        }
        expect(servers.failures).toEqual([]);
        await store.close();
      },
    ),
    { numRuns: 60, endOnFailure: true },
  );
});
