import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Answer } from './http.ts';

/** The installation does not keep a sentence. */
export class NotKept extends Error {
  override name = 'NotKept';
}

/** The installation has nothing to check it with, such as an offer. */
export class CannotCheck extends Error {
  override name = 'CannotCheck';
}

const longestValue = 120;

export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

export function expectThat(condition: boolean, message: string): asserts condition {
  if (!condition) throw new NotKept(message);
}

export function expectEqual(what: string, found: unknown, expected: unknown): void {
  expectThat(isDeepStrictEqual(found, expected), `${what} is ${show(found)}, not ${show(expected)}`);
}

/** Names may be paths, such as `state.call`. Other fields may have any value. */
export function expectFields(what: string, found: unknown, expected: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(expected)) expectEqual(`${what}: ${name}`, valueAt(found, name), value);
}

export function valueAt(found: unknown, path: string): unknown {
  return path.split('.').reduce((value, name) => Object(value)[name], found);
}

export function expectStatus(what: string, answer: Answer, expected: number): void {
  expectThat(answer.status === expected, `${what} is answered ${answer.status}, not ${expected}`);
}

export function expectShape<Schema extends z.ZodType>(what: string, value: unknown, schema: Schema): z.output<Schema> {
  const { data, error } = schema.safeParse(value);
  if (error === undefined) return data;
  const [issue] = error.issues;
  throw new NotKept(`${what}: ${issue?.path.join('.') || 'the body'}: ${issue?.message}`);
}
