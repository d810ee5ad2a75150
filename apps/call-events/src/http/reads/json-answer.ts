import { randomUUID } from 'node:crypto';
import type { Response } from 'express';
import { deepestStoredJson, isNestedDeeperThan } from '../../domain/json-nesting.ts';

/** A value of an answer that goes out as the text that was sent: a number in it may be one that no double holds. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Metadata on file, as it was sent; null where it is nested too deep for the column of metadata. */
export function metadataView(text: string): JsonText | null {
  return isNestedDeeperThan(deepestStoredJson, text) ? null : new JsonText(text);
}

export function sendJson(response: Response, value: unknown): void {
  response.type('json').send(stringifyJson(value));
}

/** JSON.stringify with the texts of JsonText values in their places. */
export function stringifyJson(value: unknown): string {
  const texts: string[] = [];
  // Nobody can have sent it: it is new with each answer.
  const mark = randomUUID();
  const frame = JSON.stringify(value, (_name, member: unknown) =>
    member instanceof JsonText ? `${mark} ${texts.push(member.text) - 1}` : member,
  );
  return frame.replaceAll(new RegExp(`"${mark} (\\d+)"`, 'g'), (_mark, index) => texts[Number(index)] ?? 'null');
}
