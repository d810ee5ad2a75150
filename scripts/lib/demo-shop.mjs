import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { readLocalEnv, writeLocalEnv } from './local-env.mjs';
import { StepFailed, withProgress } from './run-step.mjs';

const seed = 2026;
const millisecondsOfDay = 86_400_000;

/**
 * The first start generates a jewellery shop and imports it into the demo brand. Later starts import only its stock again. The
 * orders are unchanged and get older.
 */
export async function ensureDemoShop({ callside, brand, brandId, dataDir }) {
  const files = filesIn(dataDir);
  const importFile = (kind, file) => callside(kind, 'import', file, '--brand', brand);
  const importStock = () => importFile('stock', files.stock);
  if (!existsSync(files.orders)) await withProgress('generate a demo shop', () => generate(path.dirname(files.orders)));
  // Identified by id, because another database has a different brand of the same name.
  const { DEMO_SHOP_IMPORTED = '' } = await readLocalEnv(dataDir);
  const imported = DEMO_SHOP_IMPORTED.split(',');
  if (imported.includes(brandId)) {
    await withProgress('import the stock of the demo shop', importStock);
    return;
  }
  await withProgress('import the catalogue and stock of the demo shop', async () => {
    await importFile('catalog', files.catalogue);
    await importStock();
  });
  await withProgress('import its orders', () => importFile('orders', files.orders));
  await writeLocalEnv(dataDir, { DEMO_SHOP_IMPORTED: [...imported.filter(Boolean), brandId].join(',') });
}

/** Renames the directory at the end, so an existing directory is complete. */
async function generate(directory) {
  const { generateShop, writeShop } = await import('../../dev/demo-shop/dist/index.js');
  const unfinished = `${directory}.new`;
  const shop = generateShop({ seed, today: Math.floor(Date.now() / millisecondsOfDay), hasRegions: true });
  await writeShop(shop, unfinished).catch((error) => {
    throw new StepFailed(`${unfinished} could not be written: ${error.message}`);
  });
  await rm(directory, { recursive: true, force: true });
  await rename(unfinished, directory);
}

function filesIn(dataDir) {
  const fileOf = (name) => path.join(dataDir, 'demo-shop', `${name}.csv`);
  return { catalogue: fileOf('catalogue'), stock: fileOf('stock'), orders: fileOf('orders') };
}
