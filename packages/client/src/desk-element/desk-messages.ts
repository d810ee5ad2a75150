// The messages between the element and the desk in its frame, sent with postMessage.

/** From the desk in the frame to the page around it. */
export type DeskMessage =
  /** Sent until a token arrives, and again before it expires. */
  | { type: 'callside.token-wanted' }
  | { type: 'callside.call-started'; reference: string }
  | { type: 'callside.call-ended'; reference: string };

/** From the page to the desk in its frame. */
export interface PageMessage {
  type: 'callside.token';
  token: string;
}
