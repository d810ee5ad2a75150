import type { Past } from './past.ts';

/** Keeps the last few models of each past, so that settings which differ only in how they use a model share one. */
export function createModelCache<Model>(most: number): (past: Past, key: unknown, make: () => Model) => Model {
  const pasts = new WeakMap<Past, Map<string, Model>>();
  return (past, key, make) => {
    const models = pasts.get(past) ?? new Map<string, Model>();
    pasts.set(past, models);
    const text = JSON.stringify(key);
    const model = models.get(text) ?? make();
    models.delete(text);
    models.set(text, model);
    for (const oldest of models.keys()) {
      if (models.size <= most) break;
      models.delete(oldest);
    }
    return model;
  };
}
