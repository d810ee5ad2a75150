import { type Acting, requestUser } from '@callside/auth';
import type { Request } from 'express';

/** The owner who makes a change, or the user who reads what is put on record. */
export interface ActingOwner {
  brandId: string;
  userId: string;
  email: string;
  /** The network address that the request came from. */
  origin: string | null;
}

/** The owner, or another user, who makes the request. After requireSession. */
export function actingOwner(request: Request): ActingOwner {
  const { brandId, id, email } = requestUser.of(request);
  return { brandId, userId: id, email, origin: request.ip ?? null };
}

/** The user as the audit log records them. */
export function toActing({ userId, email, origin }: Omit<ActingOwner, 'brandId'>): Acting {
  return { actor: email, actorUserId: userId, origin };
}
