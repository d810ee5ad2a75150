import { typeList } from './article-types.ts';
import type { Articles } from './articles.ts';
import type { Calendar } from './calendar.ts';
import type { RandomSource } from './random-source.ts';
import type { BodySizes } from './sizes.ts';
import type { Taste } from './taste.ts';
import { popularityOn } from './trend.ts';
import { styles } from './vocabulary.ts';
import { createWeightedChoice, type WeightedChoice } from './weighted-choice.ts';

/** Everything on sale, indexed to find designs of a type on a day. */
export class Showroom {
  readonly articles: Articles;
  readonly calendar: Calendar;
  /** Days, weighted by demand. */
  readonly busyDays: WeightedChoice;
  readonly #ofType: readonly WeightedChoice[];
  readonly #ofTypeAndStyle: readonly WeightedChoice[];
  /** Designs of each collection. */
  readonly #collections: readonly (readonly number[])[];

  constructor(articles: Articles, calendar: Calendar) {
    this.articles = articles;
    this.calendar = calendar;
    this.busyDays = createWeightedChoice([...calendar.demand.keys()], [...calendar.demand]);
    const { designs } = articles;
    const arrange = (belongs: (type: number, style: number) => boolean) => {
      const found = [...designs.keys()].filter((design) => belongs(this.#typeOf(design), designs[design]?.style ?? -1));
      return createWeightedChoice(
        found,
        found.map((design) => designs[design]?.popularity ?? 0),
      );
    };
    this.#ofType = typeList.map((_, type) => arrange((other) => other === type));
    this.#ofTypeAndStyle = typeList.flatMap((_, type) =>
      styles.map((__, style) => arrange((otherType, otherStyle) => otherType === type && otherStyle === style)),
    );
    const collections: number[][] = [];
    for (const [design, { collection }] of designs.entries()) {
      if (collection < 0) continue;
      collections[collection] ??= [];
      collections[collection].push(design);
    }
    this.#collections = collections;
  }

  designsOfCollection(collection: number): readonly number[] {
    return this.#collections[collection] ?? [];
  }

  /** The article of a design in a fitting size, or null. Without body sizes, only designs without sizes fit. */
  fitting(design: number, sizes: BodySizes | null): number | null {
    const first = this.articles.firstOf[design] ?? 0;
    const made = this.articles.designs[design]?.sizes ?? null;
    if (made === null) return first;
    if (sizes === null) return null;
    const { sizing } = typeList[this.#typeOf(design)] ?? {};
    const at = sizing === undefined ? -1 : made.indexOf(sizes[sizing]);
    return at < 0 ? null : first + at;
  }

  /** An article of a design in any size. */
  any(design: number, random: RandomSource): number {
    const made = this.articles.designs[design]?.sizes?.length ?? 1;
    return (this.articles.firstOf[design] ?? 0) + random.integer(0, made - 1);
  }

  isSold(design: number, day: number): boolean {
    const { trend } = this.articles.designs[design] ?? {};
    return trend !== undefined && popularityOn(trend, day) > 0;
  }

  /** How much a customer of that taste likes a design on a day; 0 when it is not sold. */
  appeal(design: number, day: number, taste: Taste, keenness: number): number {
    const found = this.articles.designs[design];
    if (found === undefined) return 0;
    const popularity = popularityOn(found.trend, day);
    if (popularity === 0) return 0;
    const isHigh = styles[found.style]?.highMonths.includes(this.calendar.month[day] ?? 0) ?? false;
    return popularity * (isHigh ? 1.5 : 1) * Math.exp(keenness * taste.liking(found));
  }

  /** Samples some designs of the type and draws one by its appeal; null when none is acceptable. */
  choose({ type, day, taste, keenness, accepts }: ArticleRequest, random: RandomSource): number | null {
    const all = this.#ofType[type];
    if (all === undefined || all.size === 0) return null;
    const styled = this.#ofTypeAndStyle[type * styles.length + taste.style];
    const seen: number[] = [];
    const appeals: number[] = [];
    for (let look = 0; look < looks; look++) {
      const isStyled = styled !== undefined && styled.size > 0 && random.chance(0.5 * keenness);
      const design = (isStyled ? styled : all).draw(random);
      if (!accepts(design)) continue;
      const appeal = this.appeal(design, day, taste, keenness);
      if (appeal <= 0) continue;
      seen.push(design);
      appeals.push(appeal);
    }
    return seen.length === 0 ? null : (seen[random.weighted(appeals)] ?? null);
  }

  #typeOf(design: number): number {
    return this.articles.designs[design]?.type ?? 0;
  }
}

export interface ArticleRequest {
  type: number;
  day: number;
  taste: Taste;
  /** Weight of the taste: 0 for a customer who buys what is popular. */
  keenness: number;
  accepts: (design: number) => boolean;
}

const looks = 20;

/** Factor of the demand for a type in a month (from 1). */
export function seasonOfType(type: number, month: number): number {
  return typeList[type]?.season?.[month - 1] ?? 1;
}
