import { relayedMetadata } from './relayed-metadata.ts';

/** In UTF-16 code units. */
const longestValue = 500;

export interface ShownField {
  name: string;
  value: string;
}

/**
 * The fields of a call's metadata that a brand shows, in the brand's order, as text. A field that was not sent, is null or empty
 * is left out. Metadata that is too large or nested too deep shows none.
 */
export function shownMetadata(text: string | null, names: readonly string[]): ShownField[] {
  if (text === null || names.length === 0) return [];
  const { metadata } = relayedMetadata(text);
  if (typeof metadata !== 'object' || metadata === null) return [];
  return names.flatMap((name) => {
    if (!Object.hasOwn(metadata, name)) return [];
    const value = textOf((metadata as Record<string, unknown>)[name]);
    return value === '' ? [] : [{ name, value: value.slice(0, longestValue).toWellFormed() }];
  });
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value).trim();
}
