import { anyText } from '@callside/test-kit/any-text';
import fc from 'fast-check';
import { createCatalogue } from '../../ranking/rules/catalogue.ts';
import type { CatalogueItem } from '../../ranking/rules/catalogue-item.ts';
import { openKnownCatalogue } from './known-catalogue.ts';
import { packCatalogue, unpackCatalogue } from './packed-catalogue.ts';

// Few titles in many spellings: the tests check which of them are equal.
const spelled = fc
  .tuple(
    fc.constantFrom('Gold ring', 'Zoë', 'STRASSE', 'Straße', 'İstanbul', 'ring', 'x', ''),
    fc.constantFrom('', ' ', '\t', '\u00a0', '\n'),
    fc.constantFrom('NFC', 'NFD'),
    fc.constantFrom('upper', 'lower', 'as is'),
  )
  .map(([title, space, form, letters]) => {
    const text = `${space}${title.replaceAll(' ', `${space} `)}${space}`.normalize(form);
    return letters === 'upper' ? text.toUpperCase() : letters === 'lower' ? text.toLowerCase() : text;
  });
const titles = fc.oneof(spelled, anyText({ maxLength: 4 }));

const retirement = fc.constantFrom({}, {}, { retired: true as const });

const product: fc.Arbitrary<CatalogueItem> = fc.record({
  sku: fc.oneof(
    fc.integer({ min: 0, max: 30 }).map(String),
    fc.stringMatching(/^0{0,2}[0-9]{1,2}$/),
    fc.maxSafeNat().map(String),
    fc.stringMatching(/^[0-9a-cE]{1,3}$/),
  ),
  title: titles,
  webPrice: fc.double({ min: 0, max: 1e6, noNaN: true }).map((price) => Math.abs(price)),
  articleType: fc.constantFrom('ring', 'Rings', 'bracelet'),
  size: fc.option(fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom('M', 'XL'))),
  attributes: fc.dictionary(fc.constantFrom('metal', 'gem'), fc.string({ minLength: 1, maxLength: 3 }), {
    noNullPrototype: true,
  }),
});
const item = fc.tuple(product, retirement).map(([fields, retired]) => ({ ...fields, ...retired }));
const catalogues = fc
  .uniqueArray(item, { selector: ({ sku }) => sku, maxLength: 40 })
  .map((items) => createCatalogue(items, 'v1'));

describe('a catalogue that was passed to another thread', () => {
  it('holds the same data', async () => {
    await fc.assert(
      fc.asyncProperty(catalogues, async (catalogue) => {
        const unpacked = await unpackCatalogue(structuredClone(packCatalogue(catalogue)));
        expect(unpacked.items).toEqual(catalogue.items);
        expect(unpacked.version).toBe('v1');
        expect(unpacked.columns).toEqual(catalogue.columns);
      }),
    );
  });

  it('finds the same SKUs', async () => {
    await fc.assert(
      fc.asyncProperty(
        catalogues,
        fc.array(
          fc.oneof(
            item.map(({ sku }) => sku),
            fc.string(),
          ),
        ),
        async (catalogue, others) => {
          const packed = packCatalogue(catalogue);
          const known = openKnownCatalogue({ ...packed, fingerprint: '' });
          const unpacked = await unpackCatalogue(packed);
          for (const sku of [...catalogue.items.map(({ sku }) => sku), ...others, '']) {
            expect([sku, unpacked.indexOfSku(sku)]).toEqual([sku, catalogue.indexOfSku(sku)]);
            expect([sku, known.indexOfSku(sku)]).toEqual([sku, catalogue.indexOfSku(sku)]);
          }
        },
      ),
    );
  });

  it('finds the same titles in any spelling', async () => {
    await fc.assert(
      fc.asyncProperty(catalogues, fc.array(titles), async (catalogue, others) => {
        const unpacked = await unpackCatalogue(packCatalogue(catalogue));
        for (const title of [...catalogue.items.map(({ title }) => title), ...others]) {
          expect([title, unpacked.findTitle(title)]).toEqual([title, catalogue.findTitle(title)]);
        }
      }),
    );
  });

  it('can hold more items than one step unpacks', async () => {
    const items = Array.from({ length: 1234 }, (_, at): CatalogueItem => {
      return { sku: `${at}`, title: `Item ${at}`, webPrice: at, articleType: 'ring', size: null, attributes: {} };
    });
    const catalogue = createCatalogue(items, 'v1');
    const unpacked = await unpackCatalogue(packCatalogue(catalogue));
    expect(unpacked.items).toEqual(catalogue.items);
    expect(unpacked.findTitle(' item  1233')).toEqual(catalogue.findTitle('Item 1233'));
  });
});
