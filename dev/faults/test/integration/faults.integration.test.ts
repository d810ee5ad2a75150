import { describeRun, describeViolation } from '../../src/report.ts';
import { shortRun } from '../support/short-run.ts';

const minutes = 2;
// Extra time for a busy machine: for the start, the end of the last round and the retries.
const spareMs = 240_000;

test(
  'no rule is broken in two minutes of faults',
  async () => {
    const result = await shortRun({ seed: 7, minutes, meanGapMs: 1200 });
    const { violations, examined } = result.findings;
    const report = [describeRun(result), ...violations.map(describeViolation)].join('\n\n');
    expect(violations.length === 0 ? 'nothing' : report).toBe('nothing');
    expect(examined['no companion records 5 seconds after an acknowledged pause']).toBeGreaterThan(0);
    expect(examined['a tab catches up within 5 seconds of quiet']).toBeGreaterThan(0);
  },
  minutes * 60_000 + spareMs,
);
