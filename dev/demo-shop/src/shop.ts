/** A row of the catalogue. */
export interface Product {
  /** Decimal digits. */
  sku: string;
  title: string;
  /** In dollars. */
  webPrice: number;
  articleType: string;
  /** Rings in US sizes, bracelets in inches, bangles in the sizes of that trade; null when not sized. */
  size: number | null;
  /** Empty when there is none, as for the gem of a plain ring. */
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
  /** Price charged; null when it was not recorded. */
  unitPrice: number | null;
  orderId: string;
  /** Null for a guest. */
  customerId: string | null;
  customerName: string;
}

export interface Shop {
  products: readonly Product[];
  stock: readonly StockLevel[];
  /** Generates the same lines at each call, by customer and then by day. */
  orderLines(): Generator<OrderLine>;
  /** The customer who makes the demo call. */
  demoCaller: { phone: string; customerId: string };
}
