import { type Acting, requestUser } from '@callside/auth';
import type { Request } from 'express';

/** The owner who makes a change, or the user who reads what is put on record, as the audit log names them. */
export interface ActingOwner extends Acting {
  brandId: string;
}

/** The owner, or another user, who makes the request. After requireSession. */
export function actingOwner(request: Request): ActingOwner {
  const { brandId, id, email } = requestUser.of(request);
  return { brandId, actor: email, actorUserId: id, origin: request.ip ?? null };
}
