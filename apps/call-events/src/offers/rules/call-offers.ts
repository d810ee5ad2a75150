import type { CustomerOfCall, NextQuestion, OfferItem, Withheld } from '@callside/schemas';
import type { CustomerHistory } from '../../customers/index.ts';

/** A call that offers are made for. */
export interface OfferedCall extends CustomerOfCall {
  id: string;
  reference: string;
  brandId: string;
  userId: string;
  /** Names the other calls of the customer. */
  earlier: CustomerHistory;
}

export interface OfferOutcomeOnFile {
  outcomeId: string;
  recommendationId: string;
  sku: string;
  outcome: 'sold' | 'declined';
  reason: string | null;
  qty: number | null;
  unitPrice: number | null;
  recordedAt: Date;
  /** Whether the recommender has the sale. */
  reported: boolean;
}

/** An outcome with what a change of it has to know. */
export interface RecordedOutcomeOnFile extends OfferOutcomeOnFile {
  /** null: it counts. */
  voidedAt: Date | null;
  /** Of the offers of the call that have the last change. */
  sequence: number;
}

/** Which offers: of a call, in the order of their changes. */
export interface OffersMark {
  callReference: string;
  sequence: number;
}

/** The latest offers of a call, with all outcomes of the call. */
export interface OffersOnFile {
  callReference: string;
  /** Rises with every change. */
  sequence: number;
  status: 'ready' | 'unavailable';
  recommendationId: string | null;
  items: OfferItem[];
  stockAgeSeconds: number | null;
  askedAt: Date;
  anchors: string[];
  nextQuestion: NextQuestion | null;
  /** By article type: those that the offers were asked for with. */
  knownSizes: Record<string, string>;
  /** By SKU, of the anchors and of the SKUs in reasons. */
  titles: Record<string, string>;
  /** Why the recommender made no offers at all; null: they are not withheld. */
  withheld: Withheld | null;
  outcomes: OfferOutcomeOnFile[];
}

/** The anchors that the catalogue did not have when the offers were asked for: only a product of it has a title. */
export function unknownAnchors({ anchors, titles }: Pick<OffersOnFile, 'anchors' | 'titles'>): string[] {
  return anchors.filter((sku) => !Object.hasOwn(titles, sku));
}

/** The SKUs that reasons name: `often_bought_with:100482` names 100482. */
export function skusInReasons(items: readonly Pick<OfferItem, 'reasons'>[]): string[] {
  return items.flatMap(({ reasons }) => reasons.flatMap((reason) => /:(.+)$/su.exec(reason)?.[1] ?? []));
}
