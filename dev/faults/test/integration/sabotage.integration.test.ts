import type { Rule } from '../../src/check/violation.ts';
import { dropOneCompanionMessage } from '../support/dropped-message.ts';
import { dropOneAcknowledgedWrite } from '../support/dropped-write.ts';
import { shortRun } from '../support/short-run.ts';

// One round without faults: the harness's own proxy causes every violation.
const minutes = 0.3;
test('the harness reports a run in which one companion does not receive one pause', async () => {
  const found: Rule[] = [];
  // The checker extends its limits by the time in which the harness itself stood still: on a busy machine one run may have no pause
  // that is long enough.
  for (let run = 1; run <= 3 && found.length === 0; run++) {
    const { wire, drops } = dropOneCompanionMessage();
    const { findings } = await shortRun({ seed: 5, minutes, frontWire: wire });
    expect(drops()).toBeGreaterThan(0);
    found.push(...findings.violations.map(({ rule }) => rule));
  }
  expect(found).toContain('no companion records 5 seconds after an acknowledged pause');
}, 400_000);

test('the harness reports a run in which one acknowledged write is lost', async () => {
  const { wire, droppedEvent } = dropOneAcknowledgedWrite({ afterEvents: 10 });
  const { findings } = await shortRun({ seed: 5, minutes, frontWire: wire });
  // If the plan sends the event a second time, it is stored, and both answers say that it is new.
  const rules = ['an acknowledged event is on file once', 'an answer matches what is on file'];
  const found = findings.violations.filter(({ subject }) => subject === droppedEvent()).map(({ rule }) => rule);
  expect(rules).toEqual(expect.arrayContaining(found));
  expect(found).not.toEqual([]);
});
