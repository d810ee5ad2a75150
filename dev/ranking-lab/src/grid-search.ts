import type { Grid } from './baselines/baseline.ts';
import { createRandom } from './random.ts';

export interface Found<Setting> {
  setting: Setting;
  figure: number;
}

const mostFullGrid = 64;
const randomSettings = 16;
const mostPasses = 3;

/**
 * The setting with the highest figure. A small grid is searched completely. A large grid is searched by hill climbing twice, from its first
 * values and from the best of some random settings: one name at a time gets its best value until the figure no longer improves.
 */
export function searchGrid<Setting extends object>(
  grid: Grid<Setting>,
  figureOf: (setting: Setting) => number,
): Found<Setting> {
  const figures = new Map<string, number>();
  const look = (setting: Setting): Found<Setting> => {
    const key = JSON.stringify(setting);
    const figure = figures.get(key) ?? figureOf(setting);
    figures.set(key, figure);
    return { setting, figure };
  };
  const names = Object.keys(grid) as (keyof Setting)[];
  const size = names.reduce((product, name) => product * grid[name].length, 1);
  if (size <= mostFullGrid) return better(Array.from({ length: size }, (_, index) => look(settingAt(grid, index))));
  const random = createRandom(1);
  const drawn = Array.from({ length: randomSettings }, () => look(settingAt(grid, Math.floor(random() * size))));
  return better([look(settingAt(grid, 0)), better(drawn)].map((start) => climb(grid, start, look)));
}

function climb<Setting extends object>(
  grid: Grid<Setting>,
  start: Found<Setting>,
  look: (setting: Setting) => Found<Setting>,
): Found<Setting> {
  let best = start;
  for (let pass = 0; pass < mostPasses; pass++) {
    const before = best;
    for (const name of Object.keys(grid) as (keyof Setting)[]) {
      best = better([best, ...grid[name].map((value) => look({ ...best.setting, [name]: value }))]);
    }
    if (best === before) break;
  }
  return best;
}

/** The first one with the highest figure. */
function better<Setting>(found: readonly Found<Setting>[]): Found<Setting> {
  return found.reduce((best, other) => (other.figure > best.figure ? other : best));
}

/** Settings are numbered; 0 has the first value of each name. */
function settingAt<Setting extends object>(grid: Grid<Setting>, index: number): Setting {
  let rest = index;
  const names = Object.keys(grid) as (keyof Setting)[];
  const entries = names.map((name) => {
    const value = grid[name][rest % grid[name].length];
    rest = Math.floor(rest / grid[name].length);
    return [name, value];
  });
  return Object.fromEntries(entries) as Setting;
}
