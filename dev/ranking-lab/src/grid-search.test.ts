import { searchGrid } from './grid-search.ts';

interface Setting {
  width: number;
  depth: number | null;
}

const few = { width: [1, 2, 3], depth: [null, 5, 7] };
const many = { width: [...Array(20).keys()], depth: [null, ...Array(20).keys()] };

it('the search tries all settings of a small grid, with any dependencies between the names', () => {
  const figureOf = ({ width, depth }: Setting) => (width === 3 && depth === 5 ? 1 : -width);
  expect(searchGrid<Setting>(few, figureOf)).toEqual({ setting: { width: 3, depth: 5 }, figure: 1 });
});

it('the search keeps the first values when nothing is better', () => {
  expect(searchGrid<Setting>(few, () => 0.5).setting).toEqual({ width: 1, depth: null });
  expect(searchGrid<Setting>(many, () => 0.5).setting).toEqual({ width: 0, depth: null });
});

it('the search reaches the maximum of a large grid', () => {
  const figureOf = ({ width, depth }: Setting) => -Math.abs(width - 13) - Math.abs((depth ?? -1) - 7);
  expect(searchGrid<Setting>(many, figureOf)).toEqual({ setting: { width: 13, depth: 7 }, figure: -0 });
});

it('the search measures no setting twice and skips most of a large grid', () => {
  const seen: string[] = [];
  searchGrid<Setting>(many, (setting) => {
    seen.push(JSON.stringify(setting));
    return setting.width;
  });
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBeLessThan(200);
});
