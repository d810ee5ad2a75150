import { articleTypeKey } from './article-type.ts';

/** Columns of a catalogue that say where a shop keeps a product, as words in lower case. */
const pathNames = /^(?:(?:google|item) )?(?:product )?type$|\b(?:sub)?(?:categor(?:y|ies)|collections?|breadcrumbs?)\b/;
const tagNames = /^(?:(?:product|item) )?tags?(?: list)?$/;

/** The texts that may name a sized article type, the strongest first: article type, category paths, tags. */
export function sizeWording(articleType: string, attributes: Readonly<Record<string, string>>): string {
  const names = Object.keys(attributes);
  const textOf = (form: RegExp) =>
    names.flatMap((name) => (form.test(wordsOf(name)) ? (attributes[name] ?? '') : '')).join(' | ');
  return [articleType, textOf(pathNames), textOf(tagNames)].map((text) => text.replaceAll('\n', ' ')).join('\n');
}

/** `categoryPath`, `category_level_1` → `category path`, `category level`. */
function wordsOf(name: string): string {
  const spaced = name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
  return (spaced.match(/\p{L}+/gu) ?? []).join(' ').toLowerCase();
}

/**
 * The sized article types, given as keys (`articleTypeKey`), that a wording contains as words: `Silver ring` and `Rings > Gold` name `ring`,
 * `Earrings` does not. The first text that names one decides.
 */
export function sizedTypesIn(wording: string, sizedTypes: Iterable<string>): string[] {
  const wanted = [...sizedTypes]
    .map((type) => [type, inWords(type)] as const)
    .filter(([, words]) => words.trim() !== '');
  for (const text of wording.split('\n')) {
    const words = inWords(text);
    const named = wanted.filter(([, type]) => words.includes(type)).map(([type]) => type);
    if (named.length > 0) return named;
  }
  return [];
}

/** ` silver ring `: every word in the form of an article type, between spaces. */
function inWords(text: string): string {
  return ` ${(text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map(articleTypeKey).join(' ')} `;
}
