import type { Acting } from '@callside/auth';

/** The owner who makes a change. */
export interface ActingOwner {
  brandId: string;
  userId: string;
  email: string;
  /** The network address that the request came from. */
  origin: string | null;
}

/** The owner as the audit log records them. */
export function toActing({ userId, email, origin }: Omit<ActingOwner, 'brandId'>): Acting {
  return { actor: email, actorUserId: userId, origin };
}
