import type { Prisma } from '@callside/database';
import { OperatorError } from './operator-error.ts';

export type Brand = ReturnType<typeof toBrand>;

/** `time_zone` is an IANA name, which decides the days of orders. */
const shown = {
  id: true,
  slug: true,
  name: true,
  country: true,
  timeZone: true,
  currency: true,
  frameOrigins: true,
  contextFields: true,
  explorationRate: true,
  recordingBy: true,
  justBoughtDays: true,
  restDays: true,
  silentMinutes: true,
  hosts: { select: { host: true }, orderBy: { host: 'asc' } },
} as const satisfies Prisma.BrandSelect;

export async function listBrands(prisma: Prisma.TransactionClient): Promise<Brand[]> {
  return (await prisma.brand.findMany({ select: shown, orderBy: { slug: 'asc' } })).map(toBrand);
}

/** Throws OperatorError when there is no brand with that slug. */
export async function findBrand(prisma: Prisma.TransactionClient, slug: string): Promise<Brand> {
  const brand = await prisma.brand.findUnique({ where: { slug }, select: shown });
  if (brand === null) {
    throw new OperatorError(`there is no brand ${JSON.stringify(slug)}`, {
      code: 'not_found',
      hint: '`callside brand list` shows all brands',
    });
  }
  return toBrand(brand);
}

function toBrand({
  timeZone,
  frameOrigins,
  contextFields,
  explorationRate,
  recordingBy,
  justBoughtDays,
  restDays,
  silentMinutes,
  hosts,
  ...brand
}: Prisma.BrandGetPayload<{ select: typeof shown }>) {
  return {
    ...brand,
    time_zone: timeZone,
    frame_origins: frameOrigins,
    context_fields: contextFields,
    exploration_rate: explorationRate,
    recording_by: recordingBy,
    just_bought_days: justBoughtDays,
    rest_days: restDays,
    silent_minutes: silentMinutes,
    hosts: hosts.map(({ host }) => host),
  };
}
