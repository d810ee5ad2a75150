import type { MerchandisingRule } from '@callside/schemas';
import { articleTypeKey } from '@callside/schemas';
import type { Catalogue } from '../catalogue.ts';

type Target = Pick<MerchandisingRule, 'sku' | 'article_type' | 'attribute' | 'value'>;

const noPlaces: readonly number[] = [];

/** The rules of each looked-up value, by their places in the list of rules. */
type Places<Key> = Map<Key, number[]>;

/**
 * Finds the rules that name an item. It costs one look-up for SKU, article type and each attribute, however many rules there are: the
 * first stage asks for thousands of items a request.
 */
export class RuleTargets {
  readonly #catalogue: Catalogue;
  readonly #ofItem: Places<number> = new Map();
  readonly #ofType: Places<number> = new Map();
  readonly #ofAttribute = new Map<string, Places<string>>();
  readonly #isEmpty: boolean;

  /** A rule about a value that the catalogue does not have is never found. */
  constructor(targets: readonly Target[], catalogue: Catalogue) {
    this.#catalogue = catalogue;
    this.#isEmpty = targets.length === 0;
    for (const [place, { sku, article_type, attribute, value = '' }] of targets.entries()) {
      if (sku !== undefined) {
        const item = catalogue.indexOfSku(sku);
        if (item !== undefined) add(this.#ofItem, item, place);
      } else if (article_type !== undefined) {
        add(this.#ofType, catalogue.columns.typeKeys.indexOf(articleTypeKey(article_type)), place);
      } else if (attribute !== undefined) {
        const ofValue = this.#ofAttribute.get(attribute) ?? new Map();
        this.#ofAttribute.set(attribute, add(ofValue, valueKey(value), place));
      }
    }
  }

  /** The places of the rules that name the item, in their order. */
  of(item: number): readonly number[] {
    // Most requests have no rules of a kind, and each of their candidates is looked up.
    if (this.#isEmpty) return noPlaces;
    const found = [
      ...(this.#ofItem.get(item) ?? []),
      ...(this.#ofType.get(this.#catalogue.columns.types[item] as number) ?? []),
    ];
    if (this.#ofAttribute.size === 0) return found.sort(ascending);
    const attributes = this.#catalogue.items[item]?.attributes ?? {};
    for (const [attribute, ofValue] of this.#ofAttribute) {
      if (!Object.hasOwn(attributes, attribute)) continue;
      found.push(...(ofValue.get(valueKey(attributes[attribute] as string)) ?? []));
    }
    return found.sort(ascending);
  }
}

function add<Key>(places: Places<Key>, key: Key, place: number): Places<Key> {
  const there = places.get(key);
  if (there === undefined) places.set(key, [place]);
  else there.push(place);
  return places;
}

function valueKey(value: string): string {
  return value.trim().toLowerCase();
}

function ascending(one: number, other: number): number {
  return one - other;
}
