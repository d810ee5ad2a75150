import { transcriptionSessionSchema } from '@callside/schemas';
import { transcriptionSessionView } from './session-view.ts';

const at = new Date('2026-03-01T12:00:00.123Z');

test('a session shows liveness and instants', () => {
  const live = transcriptionSessionView({ finalizedAt: null, endedAt: at }, 'live');
  expect(live).toEqual({ live: true, finalized_at: null, ended_at: '2026-03-01T12:00:00.123Z' });
  const over = transcriptionSessionView({ finalizedAt: at, endedAt: null }, 'not live');
  expect(over).toEqual({ live: false, finalized_at: '2026-03-01T12:00:00.123Z', ended_at: null });
  for (const view of [live, over]) expect(transcriptionSessionSchema.parse(view)).toEqual(view);
});

test('a session with unknown liveness throws unavailable', () => {
  expect(() => transcriptionSessionView({ finalizedAt: null, endedAt: at }, 'unknown')).toThrow(
    expect.objectContaining({ code: 'unavailable', status: 503 }),
  );
});
