import type { Acting } from '@callside/auth';
import type { ActingOwner } from './rules/acting-owner.ts';

/** The user as the audit log records them. */
export function toActing({ userId, email, origin }: Omit<ActingOwner, 'brandId'>): Acting {
  return { actor: email, actorUserId: userId, origin };
}
