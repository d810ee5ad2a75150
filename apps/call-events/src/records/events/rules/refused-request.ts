import type { CallEventName } from '@callside/schemas';
import type { KeyOfRequest } from './event-on-file.ts';
import type { RedactedBody } from './redacted-body.ts';

/** A refused webhook request. Its key is not stored, and its body is stored in a redacted form. */
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
  /** null: not read, or no object. */
  body: RedactedBody | null;
  /** The request had a usable key of the brand, or a signature of a platform. Anybody can send the others. */
  authenticated: boolean;
}

/** A refused request with all that is on file. */
export interface RefusedDetails {
  request: RefusedOnFile;
  body: RedactedBody | null;
  /** null: no key of the brand. */
  key: KeyOfRequest | null;
}

export interface RefusedOnFile extends Omit<RefusedRequest, 'brandId' | 'body' | 'authenticated'> {
  id: string;
}
