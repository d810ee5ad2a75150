import type { Design } from './design.ts';
import type { RandomSource } from './random-source.ts';
import { gems, metals, type Style, styles } from './vocabulary.ts';

/** The preferences of one person. */
export class Taste {
  readonly style: number;
  readonly #secondStyle: number;
  readonly #metal: string;
  readonly #gem: string;
  readonly #isMan: boolean;
  /** Natural logarithm of dollars. */
  readonly #budget: number;
  readonly #strength: number;

  constructor(
    random: RandomSource,
    { isMan, budget, style = null }: { isMan: boolean; budget: number; style?: number | null },
  ) {
    const shares = styles.map(({ share }) => share);
    const drawn = random.weighted(shares);
    this.style = style ?? drawn;
    this.#secondStyle = random.weighted(shares);
    const { metals: usualMetals, gems: usualGems } = styles[this.style] as Style;
    this.#metal = random.chance(0.75) ? random.pick(usualMetals) : random.pick(Object.keys(metals));
    this.#gem = random.chance(0.7) ? random.pick(usualGems) : random.pick(Object.keys(gems));
    this.#isMan = isMan;
    this.#budget = budget;
    this.#strength = random.between(0.5, 1.4);
  }

  /** On a logarithmic scale: 0 is neutral. */
  liking({ style, metal, gem, gender, price }: Design): number {
    const ofStyle = style === this.style ? 1.3 : style === this.#secondStyle ? 0.6 : 0;
    const ofMetal = metal === this.#metal ? 0.9 : 0;
    const ofGem = gem === this.#gem ? 0.6 : 0;
    const isForOthers = gender === (this.#isMan ? 'women' : 'men');
    const beyond = (Math.log(price) - this.#budget) / 0.7;
    return this.#strength * (ofStyle + ofMetal + ofGem) - 0.5 * beyond * beyond - (isForOthers ? 3 : 0);
  }
}
