/** What the catalogue lists. */
export interface Product {
  /** Decimal digits. */
  sku: string;
  title: string;
  /** In dollars. */
  webPrice: number;
  articleType: string;
  /** Rings in US sizes, bracelets in inches, bangles in the sizes of that trade; null when not sized. */
  size: number | null;
  /** Empty when there is none, as with the gem of a plain ring. */
  metal: string;
  gem: string;
  color: string;
  collection: string;
  gender: string;
}

export interface StockLevel {
  sku: string;
  onHand: number;
}

export interface OrderLine {
  /** 10 digits. */
  phone: string;
  sku: string;
  /** Days since 1970-01-01. */
  day: number;
  productTitle: string;
  qty: number;
  /** As charged; null where the old till did not record it. */
  unitPrice: number | null;
  orderId: string;
  /** Null for one who ordered as a guest. */
  customerId: string | null;
  customerName: string;
}

export interface Shop {
  products: readonly Product[];
  stock: readonly StockLevel[];
  /** Made anew, and the same, each time; customer by customer, each one's lines by day. */
  orderLines(): Generator<OrderLine>;
  /** The customer that the demo calls as. */
  demoCaller: { phone: string; customerId: string };
}
