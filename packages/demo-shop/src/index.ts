export { generateShop, type ShopOptions } from './generate-shop.ts';
export { RandomSource } from './random-source.ts';
export type { OrderLine, Product, Shop, StockLevel } from './shop.ts';
export { type ShopFiles, writeShop } from './write-shop.ts';
