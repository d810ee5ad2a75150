import { requestUser } from '@callside/auth';
import type { Request } from 'express';

/** The owner who makes a change. */
export interface Acting {
  brandId: string;
  userId: string;
  email: string;
  /** The network address that the request came from. */
  origin: string | null;
}

/** After requireSession. */
export function acting(request: Request): Acting {
  const { brandId, id, email } = requestUser.of(request);
  return { brandId, userId: id, email, origin: request.ip ?? null };
}
