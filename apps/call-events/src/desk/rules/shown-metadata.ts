/** In UTF-16 code units. */
const longestValue = 500;

export interface ShownField {
  name: string;
  value: string;
}

/** A member of a call's metadata: its value as the JSON text that was sent; undefined if it was not sent. */
export interface SentMember {
  name: string;
  json: string | undefined;
}

/**
 * Members of a call's metadata as a rep reads them, in the given order. Numbers stay as sent: a code of twenty digits keeps each of
 * them. A member that was not sent, is null or empty is left out.
 */
export function shownFields(members: readonly SentMember[]): ShownField[] {
  return members.flatMap(({ name, json }) => {
    const value = textOf(json);
    return value === '' ? [] : [{ name, value: value.slice(0, longestValue).toWellFormed() }];
  });
}

function textOf(json: string | undefined): string {
  if (json === undefined || json === 'null') return '';
  return json.startsWith('"') ? String(JSON.parse(json)).trim() : json;
}
