import fc from 'fast-check';

/** SKUs as real catalogues have them, from a few, so that samples refer to each other: any printable text of 1 to 120 characters. */
export const realSku = fc.constantFrom(
  'RING 14K / 7',
  '5/8" hoop, 14K',
  "Ann's band",
  'A;B,C | D',
  'Größe 7',
  '戒指-７',
  'кольцо 17',
  'خاتم 7',
  'e\u0301tui',
  '=1+1',
  '%2F..%2F',
  '💍',
  '👩\u200D🚀 7',
  ' 103 ',
  'x'.repeat(120),
);

/** Texts that are no SKU: too long, or not printable. */
export const noSku = fc.constantFrom('x'.repeat(121), '💍'.repeat(121), 'a\u0000b', 'a\nb', '\u202e101', '\ud83d', ' ');

/** Mostly of these; else a real SKU, seldom text that is none. */
export function withRealSkus(...skus: string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...skus) },
    { weight: 4, arbitrary: realSku },
    { weight: 1, arbitrary: noSku },
  );
}
