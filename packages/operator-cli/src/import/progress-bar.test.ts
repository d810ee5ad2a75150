import { PassThrough } from 'node:stream';
import { createReport } from './import-report.ts';
import { createProgressBar, formatProgress } from './progress-bar.ts';

const report = { ...createReport(), inserted: 1200, unchanged: 34, rejected: 5 };

describe('formatProgress', () => {
  it('shows the finished part and the rows', () => {
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

  it('draws on a terminal, limits its rate, and clears the line', () => {
    expect(draw(true)).toBe(`\r\u001b[K${formatProgress(0.5, report)}\r\u001b[K`);
  });

  it('writes nothing without a terminal', () => expect(draw(false)).toBe(''));
});
