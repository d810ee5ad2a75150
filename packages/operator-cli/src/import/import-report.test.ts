import { createReport, reject } from '@callside/shop-data';
import { describeReport, isAllRejected } from './import-report.ts';

function rejectedReport(count: number) {
  const report = { ...createReport(), inserted: 3 };
  for (let line = 2; line < count + 2; line += 1) reject(report, { line, reason: 'email is missing' });
  return report;
}

describe('an import report', () => {
  it('counts every rejected row and lists the first thousand', () => {
    const { rejected, errors } = rejectedReport(1500);
    expect(rejected).toBe(1500);
    expect(errors).toHaveLength(1000);
    expect(errors.at(-1)).toEqual({ line: 1001, reason: 'email is missing' });
  });

  it('is one line when nothing was rejected', () => {
    expect(describeReport(rejectedReport(0))).toBe('3 inserted, 0 updated, 0 unchanged, 0 rejected');
  });

  it('says how many phone numbers were not stored', () => {
    expect(describeReport({ ...rejectedReport(0), other_numbers: 2 })).toBe(
      '3 inserted, 0 updated, 0 unchanged, 0 rejected\n2 with another phone number than the customer on file: it was not stored',
    );
  });

  it('shows the rejected rows as a table', () => {
    expect(describeReport(rejectedReport(1))).toBe(
      '3 inserted, 0 updated, 0 unchanged, 1 rejected\n\nLINE  REJECTED BECAUSE\n2     email is missing',
    );
  });

  it('shows the first twenty of many and how to see more', () => {
    const lines = describeReport(rejectedReport(25)).split('\n');
    expect(lines).toHaveLength(24);
    expect(lines.at(-1)).toBe('… and 5 more; --json lists up to 1000');
  });
});

describe('every row is rejected', () => {
  const rejected = { ...createReport(), rejected: 1 };

  it('when there is no other', () => expect(isAllRejected(rejected)).toBe(true));

  it.each([
    { rejected: 0 },
    { inserted: 1 },
    { updated: 1 },
    { unchanged: 1 },
    { retired: 1 },
    { left_out: { drafts: 0, 'gift cards': 1 } },
  ])('but not with %j', (counts) => expect(isAllRejected({ ...rejected, ...counts })).toBe(false));
});
