import type { ImportRecord } from '../entry.ts';
import type { ShopFormat } from '../exports/file-layout.ts';

/** A delivery as a shop posts it. Names of headers are in lower case. */
export interface ShopRequest {
  headers: Readonly<Record<string, string | undefined>>;
  /** Decoded, see `decodeText`. */
  body: string;
}

export interface SignedShopRequest extends ShopRequest {
  /** The body exactly as sent: the signature covers each byte. */
  bytes: Uint8Array;
}

/** What a delivery means. Ids are those of the shop, `changedAt` is the shop's clock. */
export type ShopChange = ProductChange | ProductDeletion | LevelChange | OrderChange | UndecidedOrder | RefundedLines;

export interface ProductChange {
  kind: 'product';
  /** The id of the product or variation that the delivery describes. */
  productId: string;
  changedAt: Date;
  /** The product of a variation that has its own delivery; variants are on file under it. Else the same as `productId`. */
  parentId: string;
  /** Columns of the catalogue that variations with deliveries of their own take from this product; null: it is a variation itself. */
  inherited: InheritedValues | null;
  /** Its variants on file are not offered, also those that the delivery does not have: it is a draft, or hidden. */
  hidesVariations: boolean;
  /** The stock of those of them that have none of their own: their `inventoryItemId` is this product. null: not counted here. */
  sharedStock: number | null;
  variants: ShopVariant[];
  /**
   * The delivery replaces all that is on file under `parentId`, except the variants with these ids, whose data it does not have. null: it
   * replaces only what is on file of `productId` itself.
   */
  keptVariants: readonly string[] | null;
  /** It is back after a deletion, whatever the clocks say. */
  isRestored: boolean;
}

/** `title` is the name of the product. A column that is absent is as before, an empty one is empty. */
export type InheritedValues = Readonly<Partial<Record<'title' | 'article_type' | 'category' | 'tags', string>>>;

export interface ShopVariant {
  variantId: string;
  sku: string;
  /** Whose stock it is: at Shopify an item of `inventory_levels/update`, at WooCommerce the product, if that counts it. */
  inventoryItemId: string | null;
  /** A row of the catalogue; null: it is not offered, such as a draft. */
  product: ImportRecord | null;
  /** A row of the stock; null: the delivery does not say. */
  stock: ImportRecord | null;
}

export interface ProductDeletion {
  kind: 'product-deletion';
  productId: string;
  /** null: the shop does not say it. The deletion is then newer than what was received before. */
  changedAt: Date | null;
}

/** The stock of one item at one location. */
export interface LevelChange {
  kind: 'level';
  inventoryItemId: string;
  locationId: string;
  available: number;
  changedAt: Date;
}

/** The whole order; a deleted one has no lines. */
export interface OrderChange {
  kind: 'order';
  orderId: string;
  /** null: the shop does not say it. The change is then newer than what was received before. */
  changedAt: Date | null;
  /** Rows of orders; without `phone` if the order has no number. */
  bought: ImportRecord[];
  /** The lines that were not paid, cancelled or refunded completely, in the same form. */
  returned: ImportRecord[];
  /**
   * Whether lines on file that it does not name are returned. Not when a bought line has no SKU: WooCommerce has none for a product that was
   * deleted after the order.
   */
  isComplete: boolean;
}

/** An order that may or may not be a purchase: what is on file of it stays. It is no refusal, after which shops stop sending. */
export interface UndecidedOrder {
  kind: 'undecided-order';
  orderId: string;
  /** Why it is not used. */
  problem: string;
}

/** Lines of an earlier order that were refunded completely. */
export interface RefundedLines {
  kind: 'refund';
  orderId: string;
  /** null: the shop does not say it. */
  refundedAt: Date | null;
  skus: string[];
}

export type ShopTranslation =
  /** null: it means nothing here, such as a topic that is not used. */
  | { ok: true; change: ShopChange | null }
  /** Completes the sentence "The payload could not be used: …". */
  | { ok: false; problem: string };

/** The same in each repetition of a delivery. */
export interface DeliveryIdentity {
  /** The shop's id. */
  id: string;
  /** Digest of topic and body, when different deliveries may have one id; null: each delivery has its own id. */
  contentSha256: Buffer | null;
}

/** A shop system: pure functions of headers and body. */
export interface ShopAdapter {
  shop: ShopFormat;
  name: string;
  /** What the secret is called there. */
  secret: string;
  /** Known topics, for metrics. */
  topics: readonly string[];
  topicOf: (request: ShopRequest) => string;
  /** null: the shop sent no id. */
  identityOf: (request: ShopRequest) => DeliveryIdentity | null;
  /** A request without a signature by which the shop tests the address. It is answered 200 and means nothing. */
  isTest: (request: ShopRequest) => boolean;
  verify: (request: SignedShopRequest, secret: string) => boolean;
  /** Only for requests whose signature is right. Never throws. */
  translate: (request: ShopRequest, receivedAt: Date) => ShopTranslation;
}
