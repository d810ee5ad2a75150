export { generateShop, type ShopOptions } from './generate-shop.ts';
export { RandomSource } from './random-source.ts';
export type { OrderLine, Product, Shop, StockLevel } from './shop.ts';
export { generateVariedShop, type VariedLine, type VariedShop } from './varied/generate-varied-shop.ts';
export { drawShopKind, type ShopKind, shopKinds } from './varied/shop-kind.ts';
export { type ShopFiles, writeShop } from './write-shop.ts';
