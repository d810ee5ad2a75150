import { decodeHTML } from 'entities/decode';

/** Comments, and what has no text on a page. */
const unshown = /<!--.*?-->|<(script|style|template)\b.*?<\/\1\s*>/gis;
/** Characters. The search takes quadratic time, and no name is longer. */
const longestWithUnshown = 4_000;
/** A ">" in a quoted attribute ends none. */
const tag = /<[a-z/!?](?:(?:"[^"]*"|'[^']*'|[^'">])*>|[^>]*>)/gi;
/** Tags that begin no new word. */
const inline =
  /^<\/?(?:a|abbr|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|s|small|span|strike|strong|sub|sup|tt|u|var|wbr)\b/i;

/** A name as a browser shows it: without HTML tags, with character references decoded once. */
export function shownText(text: string): string {
  if (!/[<&]/.test(text)) return text.trim();
  // After the last ">" there is no tag. The search for the end of each "<" would take quadratic time there.
  const end = text.lastIndexOf('>') + 1;
  const begin = end > longestWithUnshown ? text.slice(0, end) : text.slice(0, end).replaceAll(unshown, ' ');
  const untagged = begin.replaceAll(tag, (found) => (inline.test(found) ? '' : ' ')) + text.slice(end);
  return decodeHTML(untagged).replaceAll(/\s+/g, ' ').trim();
}
