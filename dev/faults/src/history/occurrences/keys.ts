/** An event was sent with a key of its own. `status` null: no answer came. */
export interface KeyTried {
  type: 'key tried';
  at: number;
  key: string;
  instance: number;
  /** The revocation was answered before this event was sent. */
  isRevoked: boolean;
  status: number | null;
}
