import { nobodysNumber, normaliseSku, type WhyNot } from '@callside/schemas';
import { isUuid, ServiceError } from '@callside/service-kit';
import type { PastModels } from '../models/index.ts';
import {
  circumstancesOf,
  localDay,
  localHour,
  matchHistory,
  obstaclesOf,
  prepareOffers,
  type RankingSnapshot,
  standingOf,
} from '../ranking/index.ts';
import type { BrandSettings, SnapshotSource } from '../shop/index.ts';
import type { HistoryRepository } from './histories.store.ts';
import type { HistoryOnFile, Refusals } from './recommendation.ts';
import type { RecordOnFile, RecordReader } from './record-on-file.store.ts';
import { restingOf } from './resting-of.ts';
import type { TurnQueue } from './turn-queue.ts';
import {
  addedLater,
  type Moment,
  notInCatalogue,
  obstacleInWords,
  placeInWords,
  withheldInWords,
} from './why-not-words.ts';

interface Dependencies {
  snapshots: Pick<SnapshotSource, 'current' | 'brand'>;
  histories: Pick<HistoryRepository, 'findAsOf'>;
  records: Pick<RecordReader, 'find' | 'findProduct'>;
  pastModels: Pick<PastModels, 'score'>;
  turns: TurnQueue;
  /** Keys of article types. */
  sizedArticleTypes: ReadonlySet<string>;
}

/** Why a product was not offered. Null: there is no such recommendation. Rejects with `unavailable` while something cannot be read. */
export type ExplainWhyNot = (recommendationId: string, sku: string, signal: AbortSignal) => Promise<WhyNot | null>;

/** Computes a recorded recommendation again: the customer as they were then, on the catalogue, stock, orders and rules of now. */
export function createExplainWhyNot(dependencies: Dependencies): ExplainWhyNot {
  const { snapshots, records, pastModels, turns } = dependencies;
  return async (recommendationId, asked, signal) => {
    const sku = normaliseSku(asked);
    const record = isUuid(recommendationId) ? await records.find(recommendationId) : null;
    if (record === null) return null;
    const place = record.offeredSkus.indexOf(sku);
    if (place !== -1) return { sku, offered: true, rank: place + 1, reasons: [] };
    const [snapshot, settings] = [snapshots.current(), snapshots.brand()];
    if (snapshot === null || settings === null) throw unavailable();
    const notOffered = { sku, offered: false, rank: null };
    const item = snapshot.catalogue.indexOfSku(sku);
    if (item === undefined) return { ...notOffered, reasons: [notInCatalogue()] };
    if (record.withheld !== null) return { ...notOffered, reasons: [withheldInWords(record.withheld)] };
    const [product, known] = await Promise.all([
      records.findProduct(sku, record),
      knownThen(record, dependencies.histories),
    ]);
    const moment = momentOf(record, snapshot, settings);
    const { addedAt } = product;
    if (addedAt !== null && addedAt > record.createdAt) {
      return { ...notOffered, reasons: [addedLater({ addedAt }, moment)] };
    }
    const request = requestOf(record, known, { snapshot, settings, ...dependencies });
    const candidates = await turns.run(() => prepareOffers(snapshot, request), signal);
    const obstacles = obstaclesOf(candidates, item);
    if (obstacles.length > 0) {
      return { ...notOffered, reasons: obstacles.map((obstacle) => obstacleInWords(obstacle, product, moment)) };
    }
    const again = moment.modelThen === null ? null : await pastModels.score(moment.modelThen, candidates.features);
    const offered = record.offeredSkus.flatMap((one) => snapshot.catalogue.indexOfSku(one) ?? []);
    const standing = await turns.run(() => standingOf(candidates, again, item, offered), signal);
    const modelNow = again?.build.artifactVersion ?? null;
    return {
      ...notOffered,
      rank: standing.rank,
      reasons: placeInWords(standing, product, { ...moment, modelNow }),
    };
  };
}

function momentOf(record: RecordOnFile, { catalogue }: RankingSnapshot, { timeZone }: BrandSettings): Moment {
  return {
    at: record.createdAt,
    dayOf: (instant) => localDay(instant, timeZone),
    firstReasons: record.offers.map(({ reasons }) => reasons),
    offered: record.offers.length,
    numItems: record.numItems,
    hasSameCatalogue: record.catalogVersion === catalogue.version,
    modelThen: record.fallback ? null : record.artifactVersion,
    modelNow: null,
  };
}

function requestOf(
  record: RecordOnFile,
  { lines, ...refusals }: KnownThen,
  {
    snapshot: { catalogue },
    settings,
    sizedArticleTypes,
  }: { snapshot: RankingSnapshot; settings: BrandSettings; sizedArticleTypes: ReadonlySet<string> },
) {
  const { phone, source, context, knownSizes, checkStock, createdAt } = record;
  const hour = localHour(createdAt, settings.timeZone);
  return {
    history: matchHistory(catalogue, lines),
    anchors: record.anchors.flatMap((sku) => catalogue.indexOfSku(sku) ?? []),
    today: localDay(createdAt, settings.timeZone),
    resting: restingOf(catalogue, refusals, settings),
    checkStock,
    sizedArticleTypes,
    knownSizes,
    context,
    circumstances: circumstancesOf({ phone, source, hour, context }),
  };
}

type KnownThen = Refusals & Pick<HistoryOnFile, 'lines'>;

/** What was known of the customer. A history that was looked up is not stored with its recommendation: its lines are still on file. */
async function knownThen(
  { phone, customerId, history, customerFound, createdAt }: RecordOnFile,
  histories: Dependencies['histories'],
): Promise<KnownThen> {
  const isNobody = phone === nobodysNumber && customerId === null;
  const wasUnread = history === null && customerFound === null;
  if (isNobody || wasUnread) return { lines: history ?? [], returned: [], declined: [] };
  const onFile = await histories.findAsOf({ phone, customerId, hasHistory: history !== null }, createdAt).catch(() => {
    throw unavailable();
  });
  const { declined } = onFile;
  if (customerFound === null) return { lines: history ?? [], returned: [], declined };
  return { lines: history ?? onFile.lines, returned: onFile.returned, declined };
}

function unavailable(): ServiceError {
  return new ServiceError({
    code: 'unavailable',
    message: 'What this is computed from cannot be read now; retry later.',
  });
}
