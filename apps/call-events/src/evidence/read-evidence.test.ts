import type { Query } from '@callside/database';
import { EvidenceStore } from './evidence.store.ts';
import { readEvidence } from './read-evidence.ts';

const at = new Date('2026-11-28T12:00:00Z');

/** As stored, of a call with the events at the positions 2 to 6. */
const eventAt = (position: number) => ({
  ...{ userId: 'rep', position, event: 'hold-started', receivedAt: at, occurredAt: at },
  ...{ recordingSequence: null, recordingBy: null, openedPaused: false, eventId: null, agentEmail: 'rep@acme.example' },
  ...{ phoneNumber: null, customerId: null, metadata: '{}', callId: position < 2 ? 'earlier' : 'call' },
  ...{ callActive: true, digest: `digest ${position}`, hmac: 'hmac', key: null, isEmpty: true },
});

test('events that do not fit into one page are read to the last', async () => {
  const pages: unknown[] = [];
  const query = async (text: string, values: readonly unknown[] = []) => {
    if (text.includes('deleted_calls')) {
      return [{ id: 'call', userId: 'rep', endedAt: at, isDeleted: false, first: 2, last: 6, now: at }];
    }
    if (!text.includes('FROM call_events')) return [];
    const [, from, last] = values.map(Number);
    pages.push(from);
    return [1, 2, 3, 4, 5, 6]
      .filter((position) => position >= from! && position <= last!)
      .slice(0, 2)
      .map(eventAt);
  };
  const evidence = await readEvidence(new EvidenceStore({ query: query as Query }), 'acme', 'reference');
  expect(pages).toEqual([1, 3, 5]);
  expect(evidence?.entries.map(({ position }) => position)).toEqual([2, 3, 4, 5, 6]);
  expect([evidence?.previous, evidence?.between]).toEqual(['digest 1', []]);
});
