/** One kind of article: how it is made, priced and bought in this shop. */
export interface ArticleType {
  readonly name: string;
  /** Words for it in titles. */
  readonly noun: readonly string[];
  /** Share among the designs outside collections. */
  readonly looseShare: number;
  /** Probability that a collection contains it. */
  readonly inCollection: number;
  /** In dollars, for silver without a gem. */
  readonly price: number;
  /** How often customers look for it, relative to other types. */
  readonly demand: number;
  /** How suitable it is as a present when the size is unknown. */
  readonly gift: number;
  /** How often the same article is bought again. */
  readonly again: number;
  /** Usual days until it is bought again. */
  readonly againAfterDays: number;
  /** Factor of the demand from January to December. */
  readonly season?: readonly number[];
  readonly sizing?: 'ring' | 'bracelet' | 'bangle';
}

const summer = [0.3, 0.4, 0.7, 1.1, 1.8, 2.4, 2.4, 1.6, 0.8, 0.4, 0.3, 0.4];
const autumn = [0.8, 0.8, 0.8, 0.8, 0.8, 0.7, 0.7, 0.9, 1.4, 1.6, 1.5, 1.4];

const articleTypes = [
  {
    name: 'ring',
    noun: ['Ring', 'Band', 'Stacking Ring'],
    looseShare: 0.13,
    inCollection: 0.85,
    price: 62,
    demand: 1,
    gift: 0,
    again: 0.03,
    againAfterDays: 300,
    sizing: 'ring',
  },
  {
    name: 'bracelet',
    noun: ['Bracelet', 'Tennis Bracelet', 'Link Bracelet'],
    looseShare: 0.08,
    inCollection: 0.5,
    price: 68,
    demand: 0.6,
    gift: 0,
    again: 0.04,
    againAfterDays: 240,
    sizing: 'bracelet',
  },
  {
    name: 'bangle',
    noun: ['Bangle', 'Hammered Bangle'],
    looseShare: 0.05,
    inCollection: 0.2,
    price: 74,
    demand: 0.35,
    gift: 0,
    again: 0.12,
    againAfterDays: 150,
    sizing: 'bangle',
  },
  {
    name: 'necklace',
    noun: ['Necklace', 'Layered Necklace'],
    looseShare: 0.12,
    inCollection: 0.55,
    price: 85,
    demand: 0.9,
    gift: 1.1,
    again: 0.03,
    againAfterDays: 260,
  },
  {
    name: 'pendant',
    noun: ['Pendant', 'Locket'],
    looseShare: 0.12,
    inCollection: 0.85,
    price: 54,
    demand: 0.9,
    gift: 1.3,
    again: 0.04,
    againAfterDays: 220,
  },
  {
    name: 'earrings',
    noun: ['Drop Earrings', 'Hoop Earrings', 'Earrings'],
    looseShare: 0.14,
    inCollection: 0.9,
    price: 58,
    demand: 1.1,
    gift: 1.2,
    again: 0.06,
    againAfterDays: 190,
  },
  {
    name: 'stud',
    noun: ['Studs', 'Stud Earrings'],
    looseShare: 0.12,
    inCollection: 0.6,
    price: 36,
    demand: 1.2,
    gift: 1.3,
    again: 0.14,
    againAfterDays: 150,
  },
  {
    name: 'brooch',
    noun: ['Brooch', 'Pin'],
    looseShare: 0.04,
    inCollection: 0.18,
    price: 48,
    demand: 0.25,
    gift: 0.5,
    again: 0.04,
    againAfterDays: 300,
    season: autumn,
  },
  {
    name: 'anklet',
    noun: ['Anklet'],
    looseShare: 0.03,
    inCollection: 0.15,
    price: 34,
    demand: 0.4,
    gift: 0.2,
    again: 0.12,
    againAfterDays: 340,
    season: summer,
  },
  {
    name: 'watch',
    noun: ['Watch', 'Bangle Watch'],
    looseShare: 0.05,
    inCollection: 0.08,
    price: 145,
    demand: 0.35,
    gift: 0.8,
    again: 0.02,
    againAfterDays: 500,
  },
  {
    name: 'charm',
    noun: ['Charm', 'Bead Charm'],
    looseShare: 0.14,
    inCollection: 0,
    price: 29,
    demand: 0.5,
    gift: 0.9,
    again: 0.1,
    againAfterDays: 90,
  },
  {
    name: 'chain',
    noun: ['Cable Chain', 'Box Chain', 'Figaro Chain'],
    looseShare: 0.04,
    inCollection: 0,
    price: 46,
    demand: 0.4,
    gift: 0.2,
    again: 0.15,
    againAfterDays: 280,
  },
  {
    name: 'cufflinks',
    noun: ['Cufflinks'],
    looseShare: 0.02,
    inCollection: 0.06,
    price: 66,
    demand: 0.2,
    gift: 0.6,
    again: 0.05,
    againAfterDays: 300,
  },
  {
    name: 'care',
    noun: ['Polishing Cloth', 'Cleaning Foam', 'Ring Cleaner', 'Travel Case', 'Earring Backs'],
    looseShare: 0,
    inCollection: 0,
    price: 12,
    demand: 0.3,
    gift: 0,
    again: 1.6,
    againAfterDays: 130,
  },
  {
    name: 'gift card',
    noun: ['Gift Card'],
    looseShare: 0,
    inCollection: 0,
    price: 50,
    demand: 0.05,
    gift: 0.5,
    again: 1.2,
    againAfterDays: 300,
  },
] as const satisfies readonly ArticleType[];

export const typeList: readonly ArticleType[] = articleTypes;

export function typeIndex(name: (typeof articleTypes)[number]['name']): number {
  return articleTypes.findIndex((type) => type.name === name);
}
