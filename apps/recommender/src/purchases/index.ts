// Purchases: what was bought after a recommendation, attribution, and voids.

export { createPurchases } from './create-purchases.ts';
