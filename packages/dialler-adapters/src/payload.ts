// Reads payloads of which nothing is certain: no function throws, and nothing is taken from a prototype.

/** undefined: the text is not JSON. */
export function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const stringOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** As `readJson`, with each number as its text: a double does not hold the digits of a long id. */
export function readJsonTexts(body: string): unknown {
  // Only in valid JSON does each quote that the pattern finds have an end.
  if (readJson(body) === undefined) return undefined;
  return readJson(body.replaceAll(stringOrNumber, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}

/** The value at a path of members; undefined when a part is missing. */
export function at(value: unknown, ...path: string[]): unknown {
  let current = value;
  for (const name of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined;
    current = Reflect.get(current, name);
  }
  return current;
}

export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** More members than any platform sends. */
const longestList = 100;

export function listAt(value: unknown, ...path: string[]): unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found.slice(0, longestList) : [];
}

/** A text that is not empty, or a number as text. */
export function textAt(value: unknown, ...path: string[]): string | undefined {
  const found = at(value, ...path);
  if (typeof found === 'string') return found.trim() === '' ? undefined : found.trim();
  return typeof found === 'number' ? String(found) : undefined;
}

/** A field of a form or a query that is not empty. */
export function formField(form: URLSearchParams, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = form.get(name)?.trim();
    if (value) return value;
  }
  return undefined;
}

/** `lostPlus`: where a plus sign was, of which a form or a query makes a space if the platform did not encode it. */
export function sentField(form: URLSearchParams, name: string, lostPlus?: RegExp): string | undefined {
  const value = form.get(name);
  const restored = lostPlus === undefined ? value : value?.replace(lostPlus, '+');
  return restored?.trim() || undefined;
}

/** A number of seconds, milliseconds or microseconds since 1970, recognised by its size, in ISO 8601. */
export function isoOfEpoch(value: unknown): string | undefined {
  const number = typeof value === 'string' && /^\d{1,17}(\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !(number > 0)) return undefined;
  const milliseconds = number < 1e11 ? number * 1000 : number < 1e14 ? number : number / 1000;
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
