import type { Database } from '@callside/database';
import { recommenderHealthSchema } from '@callside/schemas';
import { publicUrl } from '@callside/service-kit';
import { z } from 'zod';
import type { Settings } from '../env.ts';
import { type Finding, failed, ok, patienceMs, readJson, reasonOf, skipped } from './check.ts';

interface Connection {
  url: string;
  key: string;
  /** Where the address and the key come from. */
  source: string;
  hint: string;
}

/** Checks each recommender that call-events asks: that of the environment and those of single brands. */
export async function checkRecommender(settings: Settings, database: Database | null): Promise<Finding[]> {
  const findings = [
    ...(await Promise.all(fromEnvironment(settings).map(check))),
    ...(database === null ? [] : await checkStored(settings, database)),
  ];
  if (findings.length > 0) return findings;
  return [
    skipped(
      'recommender',
      'none is set in this environment or for a brand: then reps see no offers; `callside recommender set` sets one',
    ),
  ];
}

function fromEnvironment(settings: Settings): Connection[] {
  const schema = z.object({ RECOMMENDER_URL: publicUrl.optional(), RECOMMENDER_KEY: z.string().optional() });
  const result = settings.check(schema);
  // The check of the settings reports a bad setting.
  if (!result.ok) return [];
  const { RECOMMENDER_URL: url, RECOMMENDER_KEY: key } = result.value;
  if (url === undefined || key === undefined) return [];
  return [{ url, key, source: 'RECOMMENDER_URL', hint: 'correct RECOMMENDER_KEY' }];
}

async function checkStored(settings: Settings, { prisma }: Database): Promise<Finding[]> {
  const stored = await prisma.recommenderConnection.findMany({
    select: { url: true, keySealed: true, brand: { select: { slug: true } } },
    orderBy: { brandId: 'asc' },
  });
  if (stored.length === 0) return [];
  const box = settings.secretBox();
  const checks = stored.map(async ({ url, keySealed, brand: { slug } }) => {
    const again = `run \`callside recommender set --brand ${slug}\` again`;
    const key = box.open(keySealed);
    if (key === null) {
      return failed('recommender', `the stored key of ${slug} cannot be decrypted`, `restore SECRETS_KEY, or ${again}`);
    }
    return check({ url, key, source: slug, hint: again });
  });
  return Promise.all(checks);
}

/** After the key was accepted. A proxy may keep `/health` to itself: then nothing is said of the model. */
async function checkModel(url: string, at: string): Promise<Finding> {
  const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(patienceMs) });
  const model = (await readJson(response, servedModel))?.model;
  if (model !== undefined && response.status === 503) {
    return failed('recommender', `${at} accepts the key, and is not ready`, `${url}/health says why`);
  }
  if (model === undefined || model.status === 'ok') return ok('recommender', `${at} accepts the key`);
  const problem = model.problem ?? 'no model ranks';
  return failed(
    'recommender',
    `${at} does not serve the model that it should: ${problem}`,
    '`callside model list` shows the models; publish one that can be served, or `callside model rollback`',
  );
}

const servedModel = z.object({ model: recommenderHealthSchema.shape.model.pick({ status: true, problem: true }) });

/** An empty body is refused with 422 after the key was accepted, so nothing is recorded. */
async function check({ url, key, source, hint }: Connection): Promise<Finding> {
  const at = `${url} (${source})`;
  try {
    const { status } = await fetch(`${url}/recommend`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: '{}',
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    });
    if (status === 422) return await checkModel(url, at);
    if (status === 401 || status === 403) {
      return failed('recommender', `${at} refuses the key`, `${hint}: \`callside key issue --feature recommender\``);
    }
    const next =
      status >= 500 ? `${url}/health and its log say why` : 'check that the address is that of a recommender';
    return failed('recommender', `${at} answers ${status}`, next);
  } catch (error) {
    return failed('recommender', `${at} cannot be reached: ${reasonOf(error)}`, 'start it or correct its address');
  }
}
