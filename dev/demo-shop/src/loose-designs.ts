import { typeList } from './article-types.ts';
import { completeDesign, type Design, isWomens, titled } from './design.ts';
import type { RandomSource } from './random-source.ts';
import { drawTrend } from './trend.ts';
import { charmMotifs, gems, looseAdjectives, metals, type Style, styles } from './vocabulary.ts';

/** A piece without a collection. */
export function drawLooseDesign(random: RandomSource): Design {
  const type = random.weighted(typeList.map(({ looseShare }) => looseShare));
  const style = random.weighted(styles.map(({ share }) => share));
  const { metals: usual, gems: stones } = styles[style] as Style;
  const isForMen = typeList[type]?.name === 'cufflinks' || (!isWomens(type) && random.chance(0.08));
  const metal = random.chance(0.8) ? random.pick(usual) : random.pick(Object.keys(metals));
  const gem = random.chance(0.35) ? '' : random.chance(0.75) ? random.pick(stones) : random.pick(Object.keys(gems));
  const noun = random.pick(typeList[type]?.noun ?? []);
  const isCharm = typeList[type]?.name === 'charm';
  const title = isCharm
    ? `${random.pick(charmMotifs)} ${noun}`
    : `${random.pick(looseAdjectives)} ${titled(gem)}${noun}`;
  return completeDesign(
    {
      type,
      style,
      collection: -1,
      collectionName: '',
      metal,
      gem: isCharm ? '' : gem,
      gender: isForMen ? 'men' : 'women',
      price: random.between(0.75, 1.3) * Math.exp(random.normal() * 0.3),
      popularity: Math.exp(random.normal() * 1.1),
      trend: drawTrend(random),
      title: random.chance(0.75) ? `${title} in ${titled(metal).trim()}` : title,
      titleNamesSize: random.chance(0.8),
    },
    random,
  );
}
