import fc from 'fast-check';
import { findCallOfAgent } from './call-of-agent.ts';
import { decide, initialRepState, type StateEvent } from './call-state.ts';
import type { EventOnFile } from './event-on-file.ts';

const begin = Date.UTC(2026, 0, 1, 10);
const idsLast = (platform: string) => platform === 'ringcentral';

interface Reported {
  event: EventOnFile['event'];
  phoneNumber: string;
  platform: string;
  callId: string;
  /** Minutes; null: the sender gives no time. */
  occurredAt: number | null;
}

const reported: fc.Arbitrary<Reported> = fc.record({
  event: fc.constantFrom(
    'call-started',
    'call-started',
    'call-ended',
    'hold-started',
    'hold-ended',
    'recording-paused',
    'recording-resumed',
  ),
  phoneNumber: fc.constantFrom('+14155550134', '+14155550199', 'anonymous'),
  platform: fc.constantFrom('ringcentral', 'five9'),
  callId: fc.constantFrom('1', '2', '3'),
  occurredAt: fc.option(fc.nat(5)),
});

test('an adopted call is as it would be if its address had been an alias all the time', () => {
  fc.assert(
    fc.property(fc.array(reported, { maxLength: 20 }), (reports) => {
      let state = initialRepState;
      const onFile: EventOnFile[] = [];
      for (const { event, phoneNumber, platform, callId, occurredAt } of reports) {
        // The end of a hold is also the start of its call, as adapters report it.
        const isOffHold = event === 'hold-ended';
        for (const each of isOffHold ? (['call-started', event] as const) : [event]) {
          const receivedAt = new Date(begin + onFile.length * 1_000);
          const id = String(1_000 + onFile.length);
          const sentAt = occurredAt === null ? null : new Date(begin + occurredAt * 60_000 + 1);
          const sent = {
            platformCall: `${platform}:${callId}`,
            callIdLasts: idsLast(platform),
            occurredAt: sentAt,
          };
          const start = { phoneNumber, customerId: null, customer: null, newCall: { id, reference: id }, isOffHold };
          const stateEvent: StateEvent =
            each === 'call-started' ? { event: each, ...sent, ...start } : { event: each, ...sent };
          state = decide(state, stateEvent, receivedAt).state;
          onFile.push({
            id,
            event: each,
            eventId: null,
            agentEmail: 'sip/1001',
            callReference: null,
            phoneNumber: each === 'call-started' ? phoneNumber : null,
            customerId: null,
            metadata: JSON.stringify({ platform, call_id: callId }),
            occurredAt: sentAt ?? receivedAt,
            receivedAt,
            agentResolved: false,
            callActive: false,
          });
        }
      }
      const found = findCallOfAgent(onFile, idsLast);
      if (found === null) {
        expect(state.call).toBeNull();
        return;
      }
      const { eventId, newestEventId: _, ...adopted } = found.adopted;
      expect(eventId).toBe(state.call?.id);
      const opened = decide(
        initialRepState,
        {
          event: 'call-started',
          phoneNumber: found.start.phoneNumber ?? '',
          customerId: null,
          customer: null,
          newCall: { id: eventId, reference: eventId },
          platformCall: found.platformCall,
          occurredAt: found.start.occurredAt,
          adopted,
        },
        new Date(begin),
      ).state;
      const { version: _version, recordingSequence: _sequence, ...wanted } = state;
      expect(opened).toMatchObject(wanted);
    }),
    { numRuns: 1_000 },
  );
});
