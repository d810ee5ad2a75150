import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Deployment } from './deployment.ts';

const bundled = path.join(import.meta.dirname, '../../../apps/recommender/models/default');

/** Stores the bundled model as one that the brand has trained, and orders to measure it with. Returns its version. */
export async function storeModel({ query, brand }: Deployment, artifacts: string): Promise<string> {
  const manifest = JSON.parse(await readFile(path.join(bundled, 'manifest.json'), 'utf8')) as { onnx_sha256: string };
  const version = `20261101T120000-${manifest.onnx_sha256.slice(0, 8)}`;
  const [{ id: deployment } = { id: '' }] = await query<{ id: string }>('SELECT id::text FROM deployments');
  const directory = path.join(artifacts, brand.slug, version);
  await mkdir(directory, { recursive: true });
  await copyFile(path.join(bundled, 'model.onnx'), path.join(directory, 'model.onnx'));
  await writeFile(
    path.join(directory, 'manifest.json'),
    JSON.stringify({
      ...manifest,
      artifact_version: version,
      brand: brand.slug,
      deployment,
      trained_at: '2026-11-01T12:00:00.000Z',
    }),
  );
  // Each customer buys the same pendant again and again.
  await query(
    `WITH buyers AS (
       INSERT INTO customers (id, brand_id, phone_number)
       SELECT gen_random_uuid(), $1, '+1201555' || lpad(n::text, 4, '0') FROM generate_series(1, 30) AS n
       RETURNING id, brand_id, phone_number
     ) INSERT INTO order_lines (brand_id, customer_id, sku, order_date, order_id)
       SELECT brand_id, id, (401 + right(phone_number, 2)::int % 3)::text, current_date - ago, ago::text
         FROM buyers CROSS JOIN unnest(ARRAY[150, 100, 50, 3]) AS ago`,
    [brand.id],
  );
  return version;
}
