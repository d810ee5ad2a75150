import type { Database } from '@callside/database';
import { z } from 'zod';
import type { Settings } from '../env.ts';
import { type Finding, failed } from './check.ts';

/** BRAND, which names the brand of the recommender. No finding without it, and when there is such a brand. */
export async function checkServedBrand(settings: Settings, { prisma }: Database): Promise<Finding[]> {
  const result = settings.check(z.object({ BRAND: z.string().optional() }));
  // The check of the settings reports a bad setting.
  if (!result.ok || result.value.BRAND === undefined) return [];
  const { BRAND: slug } = result.value;
  if ((await prisma.brand.count({ where: { slug } })) > 0) return [];
  return [
    failed(
      'settings',
      `BRAND is not valid: there is no brand ${JSON.stringify(slug)}`,
      '`callside brand list` shows all brands',
    ),
  ];
}
