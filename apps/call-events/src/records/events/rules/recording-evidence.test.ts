import {
  type AskedRecording,
  type CompanionOnFile,
  judgeRecording,
  type RecordingOutcome,
} from './recording-evidence.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 10, 0, second));

/** The pause has sequence 100, and was replaced 30 s later. */
const replaced: AskedRecording = { sequence: 100, isOnlyReported: false, isInForce: false, replacedAt: at(30) };
const inForce: AskedRecording = { sequence: 100, isOnlyReported: false, isInForce: true, replacedAt: null };
/** As when the rep was deactivated: no event has ended the call. */
const overWithoutEvent: AskedRecording = { sequence: 100, isOnlyReported: false, isInForce: false, replacedAt: null };
const reported: AskedRecording = { ...replaced, isOnlyReported: true };

const connected: CompanionOnFile = {
  sinceSequence: 90,
  untilSequence: null,
  end: null,
  mayRecord: false,
  acknowledgedSequence: 90,
  acknowledgedAt: null,
};
const acknowledged: CompanionOnFile = { ...connected, acknowledgedSequence: 100, acknowledgedAt: at(1) };
const late: CompanionOnFile = { ...connected, acknowledgedSequence: 110 };
const after = (companion: CompanionOnFile): CompanionOnFile => ({ ...companion, sinceSequence: 100 });
const ended = (
  companion: CompanionOnFile,
  as: 'left' | 'lost' | 'cut off',
  second: number,
  untilSequence: number,
): CompanionOnFile => ({ ...companion, untilSequence, end: { as, at: at(second) }, mayRecord: second > -10 });

it.each<[string, RecordingOutcome, AskedRecording, CompanionOnFile[]]>([
  ['every companion acknowledged it', 'confirmed', replaced, [acknowledged, acknowledged]],
  ['it is in force, and the only companion acknowledged it', 'confirmed', inForce, [acknowledged]],
  ['a companion acknowledged it and left', 'confirmed', replaced, [ended(acknowledged, 'left', 5, 100)]],
  ['a companion acknowledged it and was cut off', 'confirmed', replaced, [ended(acknowledged, 'cut off', 5, 120)]],
  ['another one had left before', 'confirmed', replaced, [acknowledged, ended(connected, 'left', -1, 95)]],
  ['another one had been lost long before', 'confirmed', replaced, [acknowledged, ended(connected, 'lost', -60, 95)]],
  ['another one was cut off long before', 'confirmed', replaced, [acknowledged, ended(connected, 'cut off', -60, 120)]],
  ['another one connected later and did not answer', 'confirmed', replaced, [acknowledged, after(connected)]],
  ['companions did not record, and none was connected', 'reported', reported, []],
  ['companions did not record, and one acknowledged it', 'reported', reported, [acknowledged]],
  ['companions did not record, and one did not answer', 'reported', reported, [connected]],
  ['it is in force, and one has not answered', 'waiting', inForce, [acknowledged, connected]],
  ['one of two did not acknowledge it', 'unacknowledged', replaced, [acknowledged, connected]],
  ['one left without an answer', 'unacknowledged', replaced, [acknowledged, ended(connected, 'left', 5, 100)]],
  ['one was lost without an answer', 'unacknowledged', inForce, [acknowledged, ended(connected, 'lost', 5, 100)]],
  ['one was too late and one silent', 'unacknowledged', replaced, [late, connected]],
  ['the call ended before the answer', 'too_late', replaced, [late]],
  ['the call ended without an event before the answer', 'too_late', overWithoutEvent, [late]],
  [
    'the instance of one was cut off meanwhile',
    'cut_off',
    replaced,
    [acknowledged, ended(connected, 'cut off', 5, 120)],
  ],
  ['the instance of one is cut off', 'cut_off', inForce, [acknowledged, ended(connected, 'cut off', -5, 120)]],
  ['the instance was cut off afterwards', 'unacknowledged', replaced, [ended(connected, 'cut off', 60, 120)]],
  ['one had been lost just before', 'may_have_recorded', replaced, [acknowledged, ended(connected, 'lost', -5, 95)]],
  ['the only one had been lost just before', 'may_have_recorded', replaced, [ended(connected, 'lost', -5, 95)]],
  ['one connected later and acknowledged it', 'later_companion', inForce, [after(acknowledged)]],
  ['one connected later, after it was replaced', 'no_companion', replaced, [after(connected)]],
  ['there was none', 'no_companion', inForce, []],
])('%s: %s', (_what, outcome, asked, companions) => {
  expect(judgeRecording(asked, companions).outcome).toBe(outcome);
});

it('counts the companions that were connected, and is confirmed with the last acknowledgement', () => {
  const slower = { ...acknowledged, acknowledgedAt: at(7) };
  expect(judgeRecording(inForce, [acknowledged, slower, after(acknowledged)])).toEqual({
    outcome: 'confirmed',
    connected: 2,
    acknowledged: 2,
    confirmedAt: at(7),
  });
  expect(judgeRecording(replaced, [acknowledged, connected])).toMatchObject({
    connected: 2,
    acknowledged: 1,
    confirmedAt: null,
  });
});
