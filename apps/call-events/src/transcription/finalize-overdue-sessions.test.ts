import { createFinalizeOverdueSessions } from './finalize-overdue-sessions.ts';

test('only a lease that is known to be absent finalizes a session, and one that is there is looked at again', async () => {
  const finalized: string[][] = [];
  const postponed: string[][] = [];
  const finalizeOverdueSessions = createFinalizeOverdueSessions({
    sessions: {
      findOverdue: async () => ['absent', 'present', 'unknown'],
      finalizeOverdue: async (ids) => finalized.push([...ids]),
      postponeOverdue: async (ids) => {
        postponed.push([...ids]);
      },
    },
    leases: { presences: async (ids) => new Map(ids.map((id) => [id, id as 'absent' | 'present' | 'unknown'])) },
  });
  expect(await finalizeOverdueSessions()).toBe(1);
  expect({ finalized, postponed }).toEqual({ finalized: [['absent']], postponed: [['present']] });
});
