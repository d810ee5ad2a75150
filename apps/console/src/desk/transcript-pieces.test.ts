import type { TranscriptChunkMessage } from '@callside/schemas';
import fc from 'fast-check';
import { addPieces, firstGap, mergePieces } from './transcript-pieces.ts';

const piece = (sequence: number, session = 'a'): TranscriptChunkMessage => ({
  call_reference: '0192d5f4-7c1e-7a3b-9b60-2f7f3c1d9e10',
  session_id: session,
  sequence,
  speaker: 'rep',
  text: String(sequence),
  started_at: '2026-11-20T08:00:00.000Z',
  ended_at: '2026-11-20T08:00:01.000Z',
});

test('repeated pieces in any order result in a list ordered by sequence, with each piece once', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(30)), (sequences) => {
      const pieces = sequences.reduce<readonly TranscriptChunkMessage[]>((all, at) => addPieces(all, [piece(at)]), []);
      expect(pieces.map(({ sequence }) => sequence)).toEqual([...new Set(sequences)].sort((a, b) => a - b));
    }),
  );
});

test('a piece of another session starts a new list', () => {
  expect(addPieces([piece(0), piece(1)], [piece(0, 'b')])).toEqual([piece(0, 'b')]);
});

test.each([
  [[], null],
  [[0, 1, 2], null],
  [[0, 2], 1],
  [[1], 0],
])('the first gap of %j is %j', (sequences, gap) => {
  expect(
    firstGap(
      mergePieces(
        [],
        sequences.map((at) => piece(at)),
      ),
    ),
  ).toBe(gap);
});
