export interface Offered {
  type: 'offered';
  at: number;
  recommendationId: string;
}

export interface Purchased {
  type: 'purchased';
  at: number;
  recommendationId: string;
  status: number;
  /** Only in an answer 200. */
  purchaseId: string | null;
  isRecorded: boolean | null;
  /** The id of its only line; null: the confirmation has none. */
  line: string | null;
}
