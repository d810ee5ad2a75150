// The command line and the settings change integrations only through these functions: the change and its audit log entry are in one
// transaction.

import type { Prisma } from '@callside/database';
import { type Acting, appendToAuditLog } from './audit-log.ts';

interface IntegrationKey {
  brandId: string;
  platform: string;
}

interface IntegrationChange extends IntegrationKey {
  /** What the platform signs with, sealed; null: it sends a Callside key. */
  secretSealed: string | null;
  updatedAt: Date;
}

/** Takes the payloads of a platform from now on, with this secret. */
export async function setAuditedIntegration(
  prisma: Prisma.TransactionClient,
  { brandId, platform, secretSealed, updatedAt, ...acting }: IntegrationChange & Acting,
): Promise<void> {
  const values = { secretSealed, updatedAt };
  await prisma.integration.upsert({
    where: { brandId_platform: { brandId, platform } },
    create: { brandId, platform, ...values },
    update: values,
  });
  const detail = { platform, signed: secretSealed !== null };
  await appendToAuditLog(prisma, { ...acting, brandId, action: 'integration.set', subject: platform, detail });
}

/** False: the brand had no integration with the platform. */
export async function removeAuditedIntegration(
  prisma: Prisma.TransactionClient,
  { brandId, platform, ...acting }: IntegrationKey & Acting,
): Promise<boolean> {
  const { count } = await prisma.integration.deleteMany({ where: { brandId, platform } });
  if (count === 0) return false;
  const detail = { platform };
  await appendToAuditLog(prisma, { ...acting, brandId, action: 'integration.remove', subject: platform, detail });
  return true;
}
