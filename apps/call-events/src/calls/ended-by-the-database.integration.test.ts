import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { addBrand, addUser } from '../../test/support/organisations.ts';
import { stateOf } from '../../test/support/records.ts';
import { type ServiceUnderTest, startService } from '../../test/support/service-under-test.ts';
import { decide } from './rules/call-state.ts';
import type { RepState } from './rules/rep-state.ts';

let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** States of a rep on a call; their sequences are in the past, or ahead of the clock. */
const liveState = fc.record({
  version: fc.integer({ min: 1, max: 1_000_000 }),
  onHold: fc.boolean(),
  recordingPaused: fc.boolean(),
  sequenceFromNow: fc.constantFrom(-86_400_000, -1, 3_600_000),
});

test('a call that the database ends with its user leaves the state that the state machine leaves', async () => {
  const brand = await addBrand(service);
  await fc.assert(
    fc.asyncProperty(liveState, async ({ version, onHold, recordingPaused, sequenceFromNow }) => {
      const rep = await addUser(service, brand);
      const now = new Date();
      const call = { id: randomUUID(), reference: randomUUID(), phoneNumber: '+14155550134', customerId: null };
      const recordingSequence = now.getTime() + sequenceFromNow;
      const live = { ...call, customer: null, startedAt: now };
      const state: RepState = { version, call: live, onHold, recordingPaused, recordingSequence };
      await service.query(
        `INSERT INTO calls (id, reference, brand_id, user_id, agent_email, phone_number, started_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [call.id, call.reference, brand.id, rep.id, rep.email, call.phoneNumber, now],
      );
      await service.query(
        `INSERT INTO rep_state (user_id, brand_id, version, position, call_id, call_reference, phone_number, call_started_at,
                                on_hold, recording_paused, recording_sequence)
         VALUES ($1, $2, $3, 7, $4, $5, $6, $7, $8, $9, $10)`,
        [
          rep.id,
          brand.id,
          version,
          call.id,
          call.reference,
          call.phoneNumber,
          now,
          onHold,
          recordingPaused,
          recordingSequence,
        ],
      );
      await service.query("UPDATE users SET status = 'deactivated' WHERE id = $1", [rep.id]);
      const ended = decide(state, { event: 'call-ended' }, now).state;
      const left = await stateOf(service, rep);
      expect(left).toMatchObject({
        version: ended.version,
        on_hold: ended.onHold,
        recording_paused: ended.recordingPaused,
        call_id: null,
        call_reference: null,
        phone_number: null,
        customer_id: null,
      });
      // The database's clock is read a little later.
      expect(left.recording_sequence).toBeGreaterThanOrEqual(ended.recordingSequence);
      expect(left.recording_sequence).toBeLessThan(ended.recordingSequence + 60_000);
    }),
    { numRuns: 30 },
  );
});
