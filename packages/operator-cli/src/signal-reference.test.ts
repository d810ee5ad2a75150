import { signals } from '@callside/recommender/models';
import { describeSignals } from './signal-reference.ts';

it('has a row for each signal with its reason code, and one for each of its features', () => {
  const page = describeSignals(signals);
  const reasons = [...page.matchAll(/^\| `(\w+)` \|[^|]*\|[^|]*\| `([\w:]+)` \|$/gm)].map(([, name, code]) => [
    name,
    code,
  ]);
  expect(reasons).toEqual(signals.map(({ name, hasRelated }) => [name, hasRelated ? `${name}:SKU` : name]));
  for (const feature of signals.flatMap(({ features }) => features?.features ?? [])) {
    expect(page).toContain(`| \`${feature.name}\` | ${feature.unit} |`);
  }
});
