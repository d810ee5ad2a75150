// Consecutive reads of the export have each call exactly once after it started, and once after it ended.

import type { History } from '../history/history.ts';
import { Finder, type Findings } from './violation.ts';

const rule = 'consecutive exports have each call exactly once';

export function checkExports({ occurrences, onFile }: History): Findings {
  const finder = new Finder();
  for (const series of ['started', 'ended'] as const) {
    const reads = occurrences.filter((each) => each.type === 'exported' && each.series === series);
    if (reads.length === 0) continue;
    const times = new Map<string, number>();
    for (const read of reads) {
      if (read.type !== 'exported') continue;
      for (const call of read.calls) times.set(call, (times.get(call) ?? 0) + 1);
    }
    const due = onFile.calls.filter(({ endReason }) => series === 'started' || endReason !== null);
    for (const { reference } of due) {
      const count = times.get(reference) ?? 0;
      finder.look(
        rule,
        `call ${reference}`,
        null,
        count === 1 ? null : `${count} times among the calls that ${series}`,
      );
    }
  }
  return finder.findings;
}
