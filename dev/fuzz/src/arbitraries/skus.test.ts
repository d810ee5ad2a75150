import { isSku, normaliseSku } from '@callside/schemas';
import fc from 'fast-check';
import { noSku, realSku } from './skus.ts';

it.each([
  ['real', realSku, true],
  ['not one', noSku, false],
])('a SKU that is %s is taken so', (_what, skus, expected) => {
  fc.assert(fc.property(skus, (sku) => isSku(normaliseSku(sku)) === expected));
});
