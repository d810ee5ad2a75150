import type { ImportReport } from '@callside/shop-data';

const width = 30;

/** `[######        ]  20 % read, 1,234 rows done, 5 rejected`. Rows are read before they are written. */
export function formatProgress(fraction: number, { inserted, updated, unchanged, rejected }: ImportReport): string {
  const done = Math.min(Math.max(fraction, 0), 1);
  const bar = '#'.repeat(Math.round(done * width)).padEnd(width);
  const rows = (inserted + updated + unchanged + rejected).toLocaleString('en-US');
  const percent = String(Math.floor(done * 100)).padStart(3);
  return `[${bar}] ${percent} % read, ${rows} rows done${rejected === 0 ? '' : `, ${rejected.toLocaleString('en-US')} rejected`}`;
}
