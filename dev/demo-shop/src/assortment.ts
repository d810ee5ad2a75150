import { drawBasicDesigns } from './basic-designs.ts';
import { collectionName, drawCollection } from './collection-designs.ts';
import { type Design, isOnSaleAtTheEnd } from './design.ts';
import { drawLooseDesign } from './loose-designs.ts';
import type { RandomSource } from './random-source.ts';
import { collectionAdjectives, collectionNouns } from './vocabulary.ts';

/** Draws designs until there are at least `products` articles on sale at the end. */
export function drawAssortment(products: number, random: RandomSource): Design[] {
  const designs: Design[] = [];
  let articles = 0;
  let collections = 0;
  const nouns = random.shuffled(collectionNouns);
  const adjectives = random.shuffled(collectionAdjectives);
  const add = (design: Design) => {
    designs.push(design);
    if (isOnSaleAtTheEnd(design)) articles += design.sizes?.length ?? 1;
  };
  for (const design of drawBasicDesigns(random)) add(design);
  while (articles < products) {
    if (random.chance(0.2)) {
      for (const design of drawCollection(collections, collectionName(collections, nouns, adjectives), random))
        add(design);
      collections += 1;
    } else add(drawLooseDesign(random));
  }
  return designs;
}
