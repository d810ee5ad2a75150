/** A style is in no column of the catalogue; it only shows in what the same customers buy. */
export interface Style {
  readonly name: string;
  readonly metals: readonly string[];
  readonly gems: readonly string[];
  readonly share: number;
  /** Months, from 1, in which it sells more than usual. */
  readonly highMonths: readonly number[];
}

export const styles: readonly Style[] = [
  {
    name: 'classic',
    metals: ['14k gold', 'sterling silver'],
    gems: ['pearl', 'diamond', ''],
    share: 1.4,
    highMonths: [12],
  },
  { name: 'minimal', metals: ['sterling silver', 'gold vermeil'], gems: ['', 'moonstone'], share: 1.3, highMonths: [] },
  {
    name: 'romantic',
    metals: ['rose gold', '14k gold'],
    gems: ['ruby', 'morganite', 'garnet'],
    share: 1,
    highMonths: [2],
  },
  {
    name: 'bohemian',
    metals: ['sterling silver', 'brass'],
    gems: ['turquoise', 'amber', 'onyx'],
    share: 0.9,
    highMonths: [6, 7],
  },
  {
    name: 'vintage',
    metals: ['brass', '14k gold'],
    gems: ['garnet', 'onyx', 'pearl'],
    share: 0.7,
    highMonths: [10, 11],
  },
  {
    name: 'celestial',
    metals: ['gold vermeil', 'sterling silver'],
    gems: ['moonstone', 'opal', 'cubic zirconia'],
    share: 0.8,
    highMonths: [12, 1],
  },
  {
    name: 'botanical',
    metals: ['gold vermeil', 'rose gold'],
    gems: ['emerald', 'peridot', 'topaz'],
    share: 0.8,
    highMonths: [4, 5],
  },
  {
    name: 'statement',
    metals: ['14k gold', 'titanium'],
    gems: ['sapphire', 'emerald', 'cubic zirconia'],
    share: 0.6,
    highMonths: [11, 12],
  },
];

/** Factor of the price, and the colour of a piece without a gem. */
export const metals: Readonly<Record<string, { price: number; color: string }>> = {
  'sterling silver': { price: 1, color: 'silver' },
  'gold vermeil': { price: 1.4, color: 'gold' },
  'rose gold': { price: 2.6, color: 'rose' },
  '14k gold': { price: 4.2, color: 'gold' },
  brass: { price: 0.6, color: 'gold' },
  titanium: { price: 1.2, color: 'grey' },
  'stainless steel': { price: 0.7, color: 'silver' },
};

/** An empty name means no gem. */
export const gems: Readonly<Record<string, { price: number; color: string }>> = {
  '': { price: 1, color: '' },
  pearl: { price: 1.3, color: 'white' },
  diamond: { price: 3.4, color: 'clear' },
  'cubic zirconia': { price: 1.1, color: 'clear' },
  sapphire: { price: 2.1, color: 'blue' },
  ruby: { price: 2.2, color: 'red' },
  emerald: { price: 2.2, color: 'green' },
  amber: { price: 1.2, color: 'orange' },
  amethyst: { price: 1.3, color: 'purple' },
  topaz: { price: 1.4, color: 'blue' },
  opal: { price: 1.5, color: 'white' },
  turquoise: { price: 1.2, color: 'turquoise' },
  garnet: { price: 1.3, color: 'red' },
  moonstone: { price: 1.3, color: 'white' },
  morganite: { price: 1.7, color: 'pink' },
  peridot: { price: 1.4, color: 'green' },
  onyx: { price: 1.1, color: 'black' },
};

export const collectionNouns = words(`
  Willow Aurora Juniper Lagoon Ember Meridian Solstice Fable Harbor Clover Marigold Thistle Cascade Lumen Verona Sonnet
  Isolde Palermo Rosalind Seville Tidal Orchard Zephyr Mirabel Cassia Delphine Elowen Florin Gable Hesper Indigo Jubilee
  Kindred Larkspur Mosaic Nocturne Odette Primrose Quill Reverie Saffron Tamsin Umbra Vesper Wren Yarrow Linden Alder
  Briar Cove Dahlia Estelle Fern Garland Halo Iris Jasmine Laurel Maren Noelle`);

export const collectionAdjectives = words(`
  Little Silent Golden Hidden Northern Wild Gentle Scarlet Velvet Winter Summer Distant Twilight Ivory Quiet Bright
  Crimson Azure Misty Royal Southern Secret Amber Lunar Floral Woven Antique Modern Tender Soft Rustic Grand
  Eastern Western Morning Evening Dusky Pale Deep High Lost Old New Free Blue Green Rose Silver
  Frosted Painted Gilded Braided Wandering Dancing Drifting Glowing Sleeping Singing Falling Rising`);

export const looseAdjectives = words(`
  Twisted Polished Hammered Dainty Open Double Tiny Bold Beaded Engraved Braided Faceted Curved Knotted Textured Slim`);

export const charmMotifs = words(`
  Heart Star Moon Anchor Clover Key Feather Butterfly Horseshoe Shell Bee Sunflower Compass Owl Fox Snowflake Teapot Book
  Bicycle Cactus Lighthouse Dragonfly Acorn Crown Swan Mushroom Planet Kite Violin Camera`);

export const firstNames = words(`
  Ada Beth Cara Dana Elsa Faye Gina Hope Ines June Kate Lena Maya Nora Opal Pia Quinn Rosa Sara Tess Una Vera Wanda Zoe
  Alma Bria Clea Dora Edie Fern Gwen Hana Iris Jade Kira Lola Mina Nell Olga Page Rita Suki Tina Vida Abel Ben Carl Dean
  Eric Finn Glen Hugo Ivan Joel Kurt Leon Marc Neil Otto Paul Ross Sean Theo Will`);

export const lastNames = words(`
  Abbott Barlow Cramer Dalton Eaton Farrow Gibbs Hadley Irving Jarvis Keaton Lawson Mercer Norris Osborn Parker Quigley
  Ramsey Sutton Tanner Upton Vaughn Walker Yates Archer Bishop Carver Draper Ellison Foster Granger Holloway Ingram Jensen
  Kendall Lambert Maddox Nolan Orton Porter Reeves Sawyer Thornton Underhill Vance Whitaker Young Bellamy Conway Dunham
  Emmons Fielding Garrett Hobbs Ivers Judd Kimball Langley Morrow Newell`);

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
