import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSecretBox, issueApiKey } from '@callside/auth';
import type { Query } from '@callside/database';
import { builtService, ServiceProcess, until } from '@callside/test-kit';
import { type Deployment, sessionSecret } from './deployment.ts';

export interface RecommenderDeployment {
  url: string;
  key: string;
  /** Stops the process; `close` may follow. */
  stop: () => Promise<void>;
  /** ARTIFACT_DIR. */
  artifacts: string;
  close: () => Promise<void>;
}

/** Where the pictures of the shop are. */
export const pictures = 'https://pictures.example/';

/** The recommender of a deployment's brand, with a shop that has three products. Resolves when it is ready. */
export async function deployRecommender(
  { databaseUrl, prisma, query, brand }: Deployment,
  settings: Record<string, string> = {},
): Promise<RecommenderDeployment> {
  await addShop(query, brand);
  const { key } = await issueApiKey(prisma, { brandId: brand.id, feature: 'recommender', keyPrefix: 'cs' });
  const directory = await mkdtemp(path.join(tmpdir(), 'callside-models-'));
  const service = await ServiceProcess.start({
    program: builtService('recommender'),
    settings: {
      DATABASE_URL: databaseUrl,
      BRAND: brand.slug,
      ARTIFACT_DIR: directory,
      SESSION_SECRET: sessionSecret,
      ...settings,
    },
  });
  const url = `http://localhost:${service.port}`;
  // The catalogue loads after the server listens.
  await until('the recommender is healthy', async () => (await fetch(`${url}/health`)).ok);
  return {
    url,
    key,
    stop: () => service.stop(),
    artifacts: directory,
    close: async () => {
      await service.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Three products in stock, each an idea of its own, with pictures. One that was declined is offered again: the tests share their callers. */
async function addShop(query: Query, brand: { id: string }): Promise<void> {
  await query(
    `INSERT INTO catalog_items (brand_id, sku, title, web_price, article_type, attributes)
     SELECT $1, sku, title, 129.99, type, jsonb_build_object('image_url', $2::text || sku || '.svg')
       FROM (VALUES ('401', 'Sapphire Pendant', 'Pendant'), ('402', 'Ruby Pendant', 'Necklace'),
                    ('403', 'Opal Pendant', 'Charm')) AS p (sku, title, type)`,
    [brand.id, pictures],
  );
  await query('UPDATE brands SET rest_days = 0 WHERE id = $1', [brand.id]);
  await query('INSERT INTO stock_levels (brand_id, sku, on_hand) SELECT brand_id, sku, 5 FROM catalog_items');
  await query('INSERT INTO data_versions (brand_id, catalogue, stock, stock_imported_at) VALUES ($1, 1, 1, now())', [
    brand.id,
  ]);
}

/** Enables the offers of the brand, as `callside recommender set` does. */
export async function connectRecommender(
  { query, brand }: Pick<Deployment, 'query' | 'brand'>,
  { url, key }: Pick<RecommenderDeployment, 'url' | 'key'>,
): Promise<void> {
  const sealed = createSecretBox({ secrets: [sessionSecret] }).seal(key);
  await query('INSERT INTO recommender_connections (brand_id, url, key_sealed) VALUES ($1, $2, $3)', [
    brand.id,
    url,
    sealed,
  ]);
}
