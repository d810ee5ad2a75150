import { ChunkAnnouncer } from './announce-transcript.ts';
import type { Announcement } from './rules/messages.ts';

const chunk = (sequence: number) => ({
  sessionId: 'session-1',
  sequence,
  speaker: 'rep',
  text: `piece ${sequence}`,
  startedAt: new Date(0),
  endedAt: new Date(1),
});

function announcerWith(callReferenceOf: () => Promise<string | null>) {
  const sent: Announcement[] = [];
  const announcer = new ChunkAnnouncer({
    callReferenceOf,
    announce: (announcement) => sent.push(announcement),
  });
  return { announcer, sequences: () => sent.map(({ tabs }) => Object(tabs[0]?.payload).sequence) };
}

test('pieces are sent in the order in which they were stored, also while their call is looked up', async () => {
  let lookUps = 0;
  const { announcer, sequences } = announcerWith(async () => {
    lookUps += 1;
    await Promise.resolve();
    return 'call-1';
  });
  await Promise.all([0, 1, 2].map((sequence) => announcer.announce('user-1', chunk(sequence))));
  expect(sequences()).toEqual([0, 1, 2]);
  expect(lookUps).toBe(1);
});

test('the call is looked up again after a failure', async () => {
  let isDown = true;
  const { announcer, sequences } = announcerWith(async () => {
    if (isDown) throw new Error('the database is unavailable');
    return 'call-1';
  });
  await expect(announcer.announce('user-1', chunk(0))).rejects.toThrow('unavailable');
  isDown = false;
  await announcer.announce('user-1', chunk(1));
  expect(sequences()).toEqual([1]);
});
