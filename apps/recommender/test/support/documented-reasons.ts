import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const text = readFileSync(join(import.meta.dirname, '../../../../docs/ranking-model.md'), 'utf8');

/** The table of docs/ranking-model.md: each source, and its reason as responses contain it; `SKU` stands for a SKU of the catalogue. */
export const documentedReasons = [...text.matchAll(/^\| `(\w+)` +\|[^|]*\|[^|]*\| `([\w:]+)` +\|$/gmu)].map(
  ([, source, reason]) => [source, reason],
);
