import { requestUser } from '@callside/auth';
import type { Request } from 'express';
import type { ActingOwner } from './rules/acting-owner.ts';

/** The owner, or another user, who makes the request. After requireSession. */
export function actingOwner(request: Request): ActingOwner {
  const { brandId, id, email } = requestUser.of(request);
  return { brandId, userId: id, email, origin: request.ip ?? null };
}
