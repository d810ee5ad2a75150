import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Deployment, deploy } from '../../test/support/deployment.ts';
import { newMemoryLeaseStore, newRedisLeaseStore } from '../../test/support/lease-stores.ts';
import { addBrand, addUser } from '../../test/support/organisations.ts';
import { expectAgreement, type SessionSeen } from '../../test/support/session-agreement.ts';
import { terms } from '../../test/support/session-model.ts';
import { SessionServers } from '../../test/support/session-servers.ts';
import { life } from '../../test/support/session-steps.ts';
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

test.each([
  ['Redis', () => newRedisLeaseStore(leaseMs, process.env.REDIS_URL!)],
  ['memory', () => newMemoryLeaseStore(leaseMs)],
])('with PostgreSQL and %s a session follows the specification for any steps', async (_where, newStore) => {
  await fc.assert(
    fc.asyncProperty(life, async (steps) => {
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
      await expectAgreement(servers, steps, see).finally(store.close);
    }),
    // The property test beside the use cases finds smaller examples.
    { numRuns: 40, endOnFailure: true },
  );
});
