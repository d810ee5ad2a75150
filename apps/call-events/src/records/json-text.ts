import { randomUUID } from 'node:crypto';
import { deepestStoredJson, isNestedDeeperThan } from '../calls/index.ts';

/** A value that is sent as its original JSON text: numbers in it may not fit a double. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Stored metadata as sent; null if it is nested too deep for the metadata column. */
export function metadataView(text: string): JsonText | null {
  return isNestedDeeperThan(deepestStoredJson, text) ? null : new JsonText(text);
}

/** Like JSON.stringify, but inserts the texts of JsonText values unchanged. */
export function stringifyJson(value: unknown): string {
  const texts: string[] = [];
  // Random for each answer, so that no sent text can contain it.
  const mark = randomUUID();
  const frame = JSON.stringify(value, (_name, member: unknown) =>
    member instanceof JsonText ? `${mark} ${texts.push(member.text) - 1}` : member,
  );
  return frame.replaceAll(new RegExp(`"${mark} (\\d+)"`, 'g'), (_mark, index) => texts[Number(index)] ?? 'null');
}
