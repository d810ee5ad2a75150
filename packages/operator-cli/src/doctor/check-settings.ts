import type { Database } from '@callside/database';
import { z } from 'zod';
import type { Settings } from '../env.ts';
import { type Finding, failed, ok } from './check.ts';

/** One finding for each setting with which a service would not start. */
export function checkSettings(settings: Settings): Finding[] {
  const { problems, settings: count } = settings.checkServices();
  const hint = 'correct it where the services get their environment, and restart them';
  if (problems.length > 0) return problems.map((problem) => failed('settings', problem, hint));
  return [ok('settings', `the ${count} settings of the services are valid or not set`)];
}

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
