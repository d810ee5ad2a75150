import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { EarlierLines } from './earlier-lines.ts';

// With 64 bits the filter soon names all lines: only the hashes tell them apart.
it.each([64, 2 ** 20])('knows the lines of earlier batches and no others, with a filter of %i bits', (bits) => {
  const keys = fc.uniqueArray(fc.integer({ min: 0, max: 40 }).map(String), { maxLength: 20 });
  const batch = fc.record({ keys, isWritten: fc.boolean() });
  fc.assert(
    fc.property(fc.array(batch, { maxLength: 6 }), (batches) => {
      const lines = new EarlierLines({ bits });
      const known = new Set<string>();
      for (const { keys, isWritten } of batches) {
        const found = lines.read(keys);
        expect(found.known).toEqual(new Set(keys.filter((key) => known.has(key))));
        if (!isWritten) continue;
        found.add();
        for (const key of keys) known.add(key);
      }
      lines.close();
    }),
    { numRuns: 30 },
  );
});

it('writes nothing for a single batch, and removes its files', () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'earlier-lines-test-'));
  const lines = new EarlierLines({ parent });
  lines.read(['a']).add();
  expect(readdirSync(parent)).toEqual([]);
  lines.read(['b']);
  expect(readdirSync(parent)).toHaveLength(1);
  lines.close();
  expect(readdirSync(parent)).toEqual([]);
  rmSync(parent, { recursive: true });
});
