import { PassThrough } from 'node:stream';
import { createReport } from './import-report.ts';
import { createProgressBar, formatProgress } from './progress-bar.ts';

const report = { ...createReport(), inserted: 1200, unchanged: 34, rejected: 5 };

describe('formatProgress', () => {
  it('shows the part that is done and the rows', () => {
    expect(formatProgress(0.205, report)).toBe('[######                        ]  20 %  1,239 rows, 5 rejected');
    expect(formatProgress(1, createReport())).toBe(`[${'#'.repeat(30)}] 100 %  0 rows`);
  });

  it('stays within its bounds', () => {
    expect(formatProgress(1.5, createReport())).toBe(formatProgress(1, createReport()));
    expect(formatProgress(-1, createReport())).toBe(formatProgress(0, createReport()));
  });
});

describe('createProgressBar', () => {
  const draw = (isTTY: boolean) => {
    const stream = Object.assign(new PassThrough(), { isTTY });
    const bar = createProgressBar(stream, 100);
    bar.show(50, report);
    bar.show(60, report);
    bar.end();
    return String(stream.read() ?? '');
  };

  it('draws on a terminal, not more often than it can be read, and leaves no trace', () => {
    expect(draw(true)).toBe(`\r\u001b[K${formatProgress(0.5, report)}\r\u001b[K`);
  });

  it('says nothing elsewhere', () => expect(draw(false)).toBe(''));
});
