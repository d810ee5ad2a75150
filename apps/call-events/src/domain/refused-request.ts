import type { CallEventName } from '@callside/schemas';

/** A refused webhook request. Nothing of its key and its body is kept but the rep's address. */
export interface RefusedRequest {
  brandId: string;
  receivedAt: Date;
  status: number;
  /** For readers of the brand. */
  reason: string;
  requestId: string;
  /** null if the path has no valid event name. */
  event: CallEventName | null;
  agentEmail: string | null;
  /** null unless the key belongs to the brand. */
  apiKeyId: string | null;
  address: string | null;
}

export interface RefusedOnFile extends Omit<RefusedRequest, 'brandId'> {
  id: string;
}
