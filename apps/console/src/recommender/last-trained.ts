import type { ModelView } from '@callside/schemas';

/** When the newest of the models, newest first, was trained. null: none was trained here, or none of their cards can be read. */
export function lastTrainedAt(models: readonly Pick<ModelView, 'objective' | 'trained_at'>[]): string | null {
  const trained = models.find(({ objective, trained_at }) => objective !== 'imported' && trained_at !== null);
  return trained?.trained_at ?? null;
}
