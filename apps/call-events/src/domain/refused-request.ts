import type { CallEventName } from '@callside/schemas';

/** A webhook request that was refused. Nothing of its key and its body but the rep's address. */
export interface RefusedRequest {
  brandId: string;
  receivedAt: Date;
  status: number;
  /** For people of the brand. */
  reason: string;
  requestId: string;
  /** null: the path names no event. */
  event: CallEventName | null;
  agentEmail: string | null;
  /** Of a key of the brand. */
  apiKeyId: string | null;
  address: string | null;
}

export interface RefusedOnFile extends Omit<RefusedRequest, 'brandId'> {
  id: string;
}
