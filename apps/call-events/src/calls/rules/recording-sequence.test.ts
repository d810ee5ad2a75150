import fc from 'fast-check';
import { nextRecordingSequence } from './recording-sequence.ts';

test('the sequence is the time of receipt in milliseconds if that is higher', () => {
  expect(nextRecordingSequence(0, new Date(1_700_000_000_000))).toBe(1_700_000_000_000);
});

test('the sequence is one more than the last if the clock has not advanced or has gone back', () => {
  expect(nextRecordingSequence(1_700_000_000_000, new Date(1_700_000_000_000))).toBe(1_700_000_000_001);
  expect(nextRecordingSequence(1_700_000_000_000, new Date(0))).toBe(1_700_000_000_001);
});

test('the sequence rises strictly, for any clock', () => {
  fc.assert(
    fc.property(fc.array(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })), (clock) => {
      let last = 0;
      for (const now of clock) {
        const next = nextRecordingSequence(last, now);
        expect(next).toBeGreaterThan(last);
        expect(next).toBeGreaterThanOrEqual(now.getTime());
        last = next;
      }
    }),
  );
});
