import { resolve } from 'node:path';
import { createRecommenderSettings, parseEnvironment } from '@callside/service-kit';
import type { z } from 'zod';
import { packageDirectory } from './package-directory.ts';

export const environmentSchema = createRecommenderSettings({ projectRoot: resolve(packageDirectory, '../..') });

export type Environment = z.infer<typeof environmentSchema>;

/** The settings of this process. An invalid setting ends the process. */
export function readEnvironment(): Environment {
  return parseEnvironment(environmentSchema);
}
