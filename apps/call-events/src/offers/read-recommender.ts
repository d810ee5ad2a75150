import type { ModelList, RecommenderHealth } from '@callside/schemas';
import { ServiceError } from '@callside/service-kit';
import type { AskingOwner, RecommenderAdministration } from './recommender-administration.store.ts';
import type { ShopOnFile, ShopStore } from './shop.store.ts';

export interface RecommenderSources {
  shop: Pick<ShopStore, 'read' | 'titles'>;
  /** Resolves to null if the brand has no recommender. */
  findRecommender: (brandId: string) => Promise<Recommender | null>;
}

type Recommender = Pick<
  RecommenderAdministration,
  'health' | 'list' | 'train' | 'evaluate' | 'publish' | 'rollBack' | 'preview'
>;

export interface RecommenderOnFile {
  shop: ShopOnFile;
  state: 'connected' | 'unreachable' | 'not_configured' | 'refused' | 'another_brand';
  health: RecommenderHealth | null;
  models: ModelList | null;
  problem: string | null;
}

type Answers = Omit<RecommenderOnFile, 'shop'>;

/** The shop from the database, and the answers of the recommender. An unavailable recommender is not an error. */
export async function readRecommender(
  { shop, findRecommender }: RecommenderSources,
  brand: { id: string; slug: string },
  owner: AskingOwner,
): Promise<RecommenderOnFile> {
  const asked = findRecommender(brand.id).then((recommender) => askRecommender(recommender, brand.slug, owner));
  const [onFile, answers] = await Promise.all([shop.read(brand.id), asked]);
  return { shop: onFile, ...answers };
}

async function askRecommender(recommender: Recommender | null, slug: string, owner: AskingOwner): Promise<Answers> {
  const none = { health: null, models: null, problem: null };
  if (recommender === null) return { ...none, state: 'not_configured' };
  const health = await recommender.health();
  if (health === null) return { ...none, state: 'unreachable' };
  if (health.brand !== null && health.brand !== slug) return { ...none, state: 'another_brand' };
  try {
    return { ...none, state: 'connected', health, models: await recommender.list(owner) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // It answers, but refuses to list its models.
    return { ...none, state: 'refused', health, problem: error.message };
  }
}

/** The recommender of the brand. Throws `not_found` where there is none. */
export async function recommenderOf(
  { findRecommender }: Pick<RecommenderSources, 'findRecommender'>,
  { id, slug }: { id: string; slug: string },
): Promise<Recommender> {
  const recommender = await findRecommender(id);
  const health = recommender === null ? null : await recommender.health();
  if (recommender === null || (health !== null && health.brand !== null && health.brand !== slug)) {
    throw new ServiceError({ code: 'not_found', message: 'No recommender is connected for this brand.' });
  }
  return recommender;
}
