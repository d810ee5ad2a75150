import type { MerchandisingRule } from '@callside/schemas';
import { articleTypeKey } from '../article-type.ts';
import type { Catalogue } from '../catalogue.ts';
import { dayOf } from '../history.ts';

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
  /** The first rule, by name, that refuses the item; null: none does. */
  readonly refusing: (item: number) => string | null;
  readonly boostsOf: (item: number) => readonly Boost[];
  /** By rank, then by name. */
  readonly pins: readonly Pin[];
  readonly caps: readonly Cap[];
}

interface Asking {
  readonly catalogue: Catalogue;
  /** The brand's calendar day, as days since 1970-01-01. */
  readonly today: number;
  readonly hasAnchors: boolean;
}

type Matches = (item: number) => boolean;

/** A rule about a product, type or value that the catalogue does not have acts on nothing. */
export function rulesInForce(rules: readonly MerchandisingRule[], asking: Asking): RulesInForce {
  const { catalogue } = asking;
  const acting = rules.filter((rule) => isInForce(rule, asking));
  const of = (kind: MerchandisingRule['kind']) => acting.filter((rule) => rule.kind === kind);
  const refusals = [...of('block'), ...of('min_price')].map((rule) => ({
    name: rule.name,
    refuses: rule.kind === 'block' ? matcher(rule, catalogue) : cheaperThan(rule, catalogue),
  }));
  const boosts = of('boost').map(({ name, factor = 1, ...target }) => ({
    boost: { name, factor },
    matches: matcher(target, catalogue),
  }));
  return {
    refusing: (item) => refusals.find(({ refuses }) => refuses(item))?.name ?? null,
    boostsOf: (item) => boosts.filter(({ matches }) => matches(item)).map(({ boost }) => boost),
    pins: of('pin')
      .flatMap(({ name, sku = '', rank = 1 }) => {
        const item = catalogue.indexOfSku(sku);
        return item === undefined ? [] : [{ name, item, rank }];
      })
      .sort((one, other) => one.rank - other.rank),
    caps: of('cap').map(({ name, article_type = '', most = 0 }) => ({
      name,
      type: catalogue.columns.typeKeys.indexOf(articleTypeKey(article_type)),
      most,
    })),
  };
}

function isInForce({ from, until, condition }: MerchandisingRule, { today, hasAnchors }: Asking): boolean {
  if (condition !== 'always' && (condition === 'with_anchors') !== hasAnchors) return false;
  const first = from === undefined ? null : dayOf(from);
  const last = until === undefined ? null : dayOf(until);
  return (first === null || today >= first) && (last === null || today <= last);
}

function matcher(
  target: Pick<MerchandisingRule, 'sku' | 'article_type' | 'attribute' | 'value'>,
  catalogue: Catalogue,
): Matches {
  const { sku, article_type, attribute, value = '' } = target;
  if (sku !== undefined) {
    const named = catalogue.indexOfSku(sku);
    return (item) => item === named;
  }
  if (article_type !== undefined) {
    const { types, typeKeys } = catalogue.columns;
    const type = typeKeys.indexOf(articleTypeKey(article_type));
    return (item) => types[item] === type;
  }
  if (attribute === undefined) return () => false;
  const wanted = valueKey(value);
  return (item) => {
    const attributes = catalogue.items[item]?.attributes ?? {};
    return Object.hasOwn(attributes, attribute) && valueKey(attributes[attribute] as string) === wanted;
  };
}

function cheaperThan({ article_type, price = 0 }: MerchandisingRule, catalogue: Catalogue): Matches {
  const isMeant = article_type === undefined ? () => true : matcher({ article_type }, catalogue);
  return (item) => isMeant(item) && (catalogue.items[item]?.webPrice ?? 0) < price;
}

function valueKey(value: string): string {
  return value.trim().toLowerCase();
}
