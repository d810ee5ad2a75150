/** In UTF-16 code units. */
const longestValue = 500;

export interface ShownField {
  name: string;
  value: string;
}

/**
 * Members of a call's metadata as a rep reads them, in the order of the names. `sent`: their values as the JSON texts that were sent.
 * Numbers stay as sent: a code of twenty digits keeps each of them. A member that was not sent, is null or empty is left out.
 */
export function shownFields(names: readonly string[], sent: ReadonlyMap<string, string>): ShownField[] {
  return names.flatMap((name) => {
    const value = textOf(sent.get(name));
    return value === '' ? [] : [{ name, value: value.slice(0, longestValue).toWellFormed() }];
  });
}

function textOf(json: string | undefined): string {
  if (json === undefined || json === 'null') return '';
  return json.startsWith('"') ? String(JSON.parse(json)).trim() : json;
}
