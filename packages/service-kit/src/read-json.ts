import { closeBrace, closeBracket, openBrace, openBracket } from './json-grammar.ts';
import { JsonScanner } from './json-scanner.ts';

/**
 * The requested part of a JSON value. Other members are checked and dropped. A list or an object in the place of another kind of
 * value is read as an empty one. Of a list, and of an object with any names (`values`), at most one more than `most` are kept.
 */
export type JsonShape =
  | 'scalar'
  | { readonly members: Readonly<Record<string, JsonShape>> }
  | { readonly elements: JsonShape; readonly most: number }
  | { readonly values: JsonShape; readonly most: number };

/** An object whose members are texts, numbers and other scalars. */
export function objectOf(names: readonly string[]): { members: Record<string, JsonShape> } {
  return { members: Object.fromEntries(names.map((name) => [name, 'scalar'])) };
}

export interface JsonReading {
  /** The result of JSON.parse, limited to the requested part. */
  value: unknown;
  /** The requested members of an object, as they were sent. */
  memberTexts: ReadonlyMap<string, string>;
}

/**
 * Parses the requested part of a JSON text, in pieces: it yields between two pieces. JSON.parse would build everything at once,
 * which takes hundreds of milliseconds for a megabyte of small values. Throws JsonFault when the text is not JSON.
 */
export function* readJson(text: string, shape: JsonShape): Generator<void, JsonReading, void> {
  const scanner = new JsonScanner(text);
  const memberTexts = new Map<string, string>();
  const value = yield* readValue(scanner, shape, memberTexts);
  scanner.expectEnd();
  return { value, memberTexts };
}

/** As `sliceMembers`, for one name; undefined when there is no such member. */
export function sliceMember(text: string, name: string): string | undefined {
  return sliceMembers(text, [name]).get(name);
}

/**
 * By name, the text of the value of the last top-level member with that name (JSON.parse keeps the same one), as it was sent. Empty when
 * the text is not an object. The text must be valid JSON.
 */
export function sliceMembers(text: string, names: readonly string[]): ReadonlyMap<string, string> {
  const pieces = readJson(text, objectOf(names));
  for (;;) {
    const piece = pieces.next();
    if (piece.done) return piece.value.memberTexts;
  }
}

function* readValue(
  scanner: JsonScanner,
  shape: JsonShape,
  memberTexts: Map<string, string> | null,
): Generator<void, unknown, void> {
  scanner.skipSpace();
  const start = scanner.at;
  const opening = scanner.text.charCodeAt(start);
  if (typeof shape === 'object' && 'members' in shape && opening === openBrace) {
    const { members } = shape;
    return yield* readObject(
      scanner,
      (name) => (Object.hasOwn(members, name) ? members[name] : undefined),
      memberTexts,
    );
  }
  if (typeof shape === 'object' && 'values' in shape && opening === openBrace) {
    const { values, most } = shape;
    return yield* readObject(scanner, (_, count) => (count <= most ? values : undefined), null);
  }
  if (typeof shape === 'object' && 'elements' in shape && opening === openBracket)
    return yield* readList(scanner, shape);
  yield* scanner.skipValue();
  if (opening === openBrace) return {};
  return opening === openBracket ? [] : JSON.parse(scanner.text.slice(start, scanner.at));
}

function* readObject(
  scanner: JsonScanner,
  shapeOf: (name: string, count: number) => JsonShape | undefined,
  memberTexts: Map<string, string> | null,
): Generator<void, object, void> {
  const members: Record<string, unknown> = {};
  let count = 0;
  if (openEmpty(scanner, closeBrace)) return members;
  do {
    if (scanner.isDue()) yield;
    const name = memberName(scanner.takeMemberName());
    const shape = shapeOf(name, count);
    if (shape === undefined) {
      yield* scanner.skipValue();
      continue;
    }
    scanner.skipSpace();
    const start = scanner.at;
    const value = yield* readValue(scanner, shape, null);
    // An assignment to `__proto__` would set the prototype.
    Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });
    count += 1;
    memberTexts?.set(name, scanner.text.slice(start, scanner.at));
  } while (scanner.takeSeparator(openBrace));
  return members;
}

function* readList(
  scanner: JsonScanner,
  { elements, most }: Extract<JsonShape, { elements: JsonShape }>,
): Generator<void, unknown[], void> {
  const list: unknown[] = [];
  if (openEmpty(scanner, closeBracket)) return list;
  do {
    if (scanner.isDue()) yield;
    if (list.length <= most) list.push(yield* readValue(scanner, elements, null));
    else yield* scanner.skipValue();
  } while (scanner.takeSeparator(openBracket));
  return list;
}

/** Skips an opening bracket, and also the closing one when there is nothing between them. */
function openEmpty(scanner: JsonScanner, closing: number): boolean {
  scanner.at += 1;
  scanner.skipSpace();
  if (scanner.text.charCodeAt(scanner.at) !== closing) return false;
  scanner.at += 1;
  return true;
}

/** The unescaped name of a member, from its quoted form. */
function memberName(rawName: string): string {
  return rawName.includes('\\') ? JSON.parse(rawName) : rawName.slice(1, -1);
}
