import { appendToAuditLog } from '@callside/auth';
import type { PrismaClient } from '@callside/database';
import type { AuditAction } from '@callside/schemas';
import type { Request } from 'express';
import { actingOwner } from './acting-owner.ts';

/** Appends what the signed-in user of a request reads to the audit log. After requireSession. */
export type AuditRequest = (
  request: Request,
  entry: { action: AuditAction; subject: string; detail: object },
) => Promise<void>;

/** Awaited before the answer: what cannot be put on record is not given out. */
export function createAuditRequest({ prisma }: { prisma: PrismaClient }): AuditRequest {
  return async (request, entry) => {
    await appendToAuditLog(prisma, { ...actingOwner(request), ...entry });
  };
}
