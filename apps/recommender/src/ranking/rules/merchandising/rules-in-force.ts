import { articleTypeKey, type CallContext, isInContext, type MerchandisingRule } from '@callside/schemas';
import type { Catalogue } from '../catalogue.ts';
import { dayOf } from '../history.ts';
import { RuleTargets } from './rule-targets.ts';

export interface Pin {
  readonly name: string;
  /** Catalogue index. */
  readonly item: number;
  /** Its place in the list, from 1. */
  readonly rank: number;
}

export interface Boost {
  readonly name: string;
  readonly factor: number;
}

export interface Cap {
  readonly name: string;
  /** Type code in the catalogue. */
  readonly type: number;
  readonly most: number;
}

/** The merchandising rules that act on one request. */
export interface RulesInForce {
  /** The rule that refuses the item: the first block by name, else the first minimum price; null: none does. */
  readonly refusing: (item: number) => string | null;
  readonly hasRefusals: boolean;
  readonly boostsOf: (item: number) => readonly Boost[];
  readonly hasBoosts: boolean;
  /** Pins by rank, then by name. */
  readonly pins: readonly Pin[];
  readonly caps: readonly Cap[];
}

interface Asking {
  readonly catalogue: Catalogue;
  /** The brand's calendar day, as days since 1970-01-01. */
  readonly today: number;
  readonly hasAnchors: boolean;
  /** Of the request; absent: none. */
  readonly context?: CallContext;
}

/** A rule about a product, type or value that the catalogue does not have acts on nothing. */
export function rulesInForce(rules: readonly MerchandisingRule[], asking: Asking): RulesInForce {
  const { catalogue } = asking;
  const acting = rules.filter((rule) => isInForce(rule, asking));
  const of = (kind: MerchandisingRule['kind']) => acting.filter((rule) => rule.kind === kind);
  const blocks = of('block');
  const blocking = new RuleTargets(blocks, catalogue);
  const minimums = of('min_price').map((rule) => minimumOf(rule, catalogue));
  const boosts = of('boost');
  const boosting = new RuleTargets(boosts, catalogue);
  const caps = of('cap').map(({ name, article_type = '', most = 0 }) => ({
    name,
    type: catalogue.columns.typeKeys.indexOf(articleTypeKey(article_type)),
    most,
  }));
  return {
    caps,
    hasBoosts: boosts.length > 0,
    hasRefusals: blocks.length > 0 || minimums.length > 0,
    refusing: (item) => {
      // The first stage asks for thousands of items a request, and most requests have no such rule.
      if (blocks.length === 0 && minimums.length === 0) return null;
      const block = blocks[blocking.of(item)[0] ?? -1];
      if (block !== undefined) return block.name;
      const price = catalogue.items[item]?.webPrice ?? 0;
      const type = catalogue.columns.types[item] as number;
      const minimum = minimums.find((one) => price < one.price && (one.type === null || one.type === type));
      return minimum?.name ?? null;
    },
    boostsOf: (item) => boosting.of(item).map((place) => boostOf(boosts[place] as MerchandisingRule)),
    pins: of('pin')
      .flatMap(({ name, sku = '', rank = 1 }) => {
        const item = catalogue.indexOfSku(sku);
        return item === undefined ? [] : [{ name, item, rank }];
      })
      .sort((one, other) => one.rank - other.rank),
  };
}

function isInForce(rule: MerchandisingRule, { today, hasAnchors, context = {} }: Asking): boolean {
  const { from, until, condition } = rule;
  if (condition !== 'always' && (condition === 'with_anchors') !== hasAnchors) return false;
  if (!isInContext(rule, context)) return false;
  const first = from === undefined ? null : dayOf(from);
  const last = until === undefined ? null : dayOf(until);
  return (first === null || today >= first) && (last === null || today <= last);
}

function boostOf({ name, factor = 1 }: MerchandisingRule): Boost {
  return { name, factor };
}

/** `type`: its code in the catalogue; null: every product. */
function minimumOf({ name, article_type, price = 0 }: MerchandisingRule, { columns }: Catalogue) {
  const type = article_type === undefined ? null : columns.typeKeys.indexOf(articleTypeKey(article_type));
  return { name, price, type };
}
