import { typeList } from './article-types.ts';
import { RandomSource } from './random-source.ts';
import { styles } from './vocabulary.ts';

/** How the customers of an area code differ from those of the whole shop. */
export interface Region {
  /** The style that many of them prefer. */
  style: number;
  /** Factors of the demand for each article type, about 1. */
  typeFactors: Float64Array;
}

/** Two customers of five prefer the style of their region. */
export const isTypicalOfRegion = (index: number) => index % 5 < 2;

/** Regions of area codes, drawn from the seed: each area code is another region. */
export function createRegions(seed: number): (phone: string) => Region {
  const regions = new Map<string, Region>();
  return (phone) => {
    const area = phone.slice(0, 3);
    const known = regions.get(area);
    if (known !== undefined) return known;
    const random = new RandomSource(seed, 6, Number(area));
    const style = random.weighted(styles.map(({ share }) => share));
    const typeFactors = Float64Array.from(typeList, () => Math.exp(random.normal() * 0.8));
    const drawn = { style, typeFactors };
    regions.set(area, drawn);
    return drawn;
  };
}
