import { createReport } from '@callside/shop-data';
import { formatProgress } from './format-progress.ts';

const report = { ...createReport(), inserted: 1200, unchanged: 34, rejected: 5 };

describe('formatProgress', () => {
  it('shows what part of the file was read, and how many rows are done', () => {
    expect(formatProgress(0.205, report)).toBe(
      '[######                        ]  20 % read, 1,239 rows done, 5 rejected',
    );
    expect(formatProgress(1, createReport())).toBe(`[${'#'.repeat(30)}] 100 % read, 0 rows done`);
  });

  it('stays within its bounds', () => {
    expect(formatProgress(1.5, createReport())).toBe(formatProgress(1, createReport()));
    expect(formatProgress(-1, createReport())).toBe(formatProgress(0, createReport()));
  });
});
