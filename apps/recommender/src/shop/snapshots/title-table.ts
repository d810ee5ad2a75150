import type { Catalogue, TitleMatch } from '../../ranking/index.ts';
import { titleKey } from '../../ranking/index.ts';

/**
 * What the titles of a catalogue identify, in typed arrays that are transferred between threads without a copy. A hash
 * table with open addressing; an entry is a title.
 */
export interface TitleTable {
  /** Index of an entry plus 1; 0 for an empty slot. The length is a power of two and at least twice the number of entries. */
  slots: Int32Array<ArrayBuffer>;
  /** By entry: the first item with this title; the item, the type and the example that the title identifies, -1 for none. */
  firstItems: Int32Array<ArrayBuffer>;
  items: Int32Array<ArrayBuffer>;
  types: Int32Array<ArrayBuffer>;
  examples: Int32Array<ArrayBuffer>;
}

export function createTitleTable({ items, findTitle }: Catalogue): TitleTable {
  const firstItems = new Map<string, number>();
  for (const [item, { title }] of items.entries()) {
    const key = titleKey(title);
    if (!firstItems.has(key)) firstItems.set(key, item);
  }
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * firstItems.size + 2)));
  let entry = 0;
  for (const key of firstItems.keys()) {
    entry += 1;
    let slot = hashOf(key) & (slots.length - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = entry;
  }
  const matches = [...firstItems.values()].map((item) => findTitle(items[item]?.title ?? ''));
  return {
    slots,
    firstItems: Int32Array.from(firstItems.values()),
    items: Int32Array.from(matches, (match) => match?.item ?? -1),
    types: Int32Array.from(matches, (match) => match?.type ?? -1),
    examples: Int32Array.from(matches, (match) => match?.example ?? -1),
  };
}

export function lookUpTitle(
  table: TitleTable,
  titleOf: (item: number) => string,
  title: string,
): TitleMatch | undefined {
  const { slots, firstItems, items, types, examples } = table;
  const key = titleKey(title);
  for (let slot = hashOf(key) & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
    const entry = (slots[slot] as number) - 1;
    if (entry < 0) return undefined;
    if (titleKey(titleOf(firstItems[entry] as number)) !== key) continue;
    const example = examples[entry] as number;
    return {
      item: orNull(items[entry] as number),
      type: orNull(types[entry] as number),
      ...(example >= 0 && { example }),
    };
  }
}

/** FNV-1a over UTF-16 code units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function orNull(index: number): number | null {
  return index < 0 ? null : index;
}
