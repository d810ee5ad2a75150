import { typeList } from './article-types.ts';
import { completeDesign, type Design, isWomens, titled } from './design.ts';
import type { RandomSource } from './random-source.ts';
import { drawTrend } from './trend.ts';
import { type Style, styles } from './vocabulary.ts';

/** Pieces of one style and gem, in one or two metals. */
export function drawCollection(index: number, name: string, random: RandomSource): Design[] {
  const style = random.weighted(styles.map(({ share }) => share));
  const { metals: usual, gems: stones } = styles[style] as Style;
  const isForMen = random.chance(0.07);
  const gender = isForMen ? 'men' : random.chance(0.12) ? 'unisex' : 'women';
  const main = isForMen && random.chance(0.6) ? random.pick(['titanium', 'stainless steel']) : random.pick(usual);
  const second = random.chance(0.4) ? random.pick(usual) : main;
  const gem = random.pick(stones);
  const tier = Math.exp(random.normal() * 0.35);
  const popularity = Math.exp(random.normal() * 0.9);
  const trend = drawTrend(random);
  const titles = random.weighted([0.6, 0.25, 0.15]);
  const designs: Design[] = [];
  const shared = { style, collection: index, collectionName: name, gem, gender, trend, titleNamesSize: titles !== 2 };
  for (const [type, { inCollection, noun }] of typeList.entries()) {
    if (!random.chance(inCollection) || (isForMen && isWomens(type))) continue;
    const title = `${name} ${titled(gem)}${random.pick(noun)}`;
    for (const metal of new Set([main, second])) {
      const draft = {
        ...shared,
        type,
        metal,
        price: random.between(0.85, 1.2) * tier,
        popularity: popularity * Math.exp(random.normal() * 0.5),
        title: titles === 0 ? `${title} in ${titled(metal).trim()}` : title,
      };
      designs.push(completeDesign(draft, random));
    }
  }
  return designs;
}

/** A unique name for each collection. */
export function collectionName(index: number, nouns: readonly string[], adjectives: readonly string[]): string {
  const noun = nouns[index % nouns.length] as string;
  const round = Math.floor(index / nouns.length);
  if (round === 0) return noun;
  const adjective = adjectives[(round - 1 + index) % adjectives.length] as string;
  const edition = Math.floor((round - 1) / adjectives.length);
  return `${adjective} ${noun}${edition === 0 ? '' : ` No. ${edition + 1}`}`;
}
