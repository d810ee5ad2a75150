/** The fields of one message of the manager interface. */
export type AmiMessage = ReadonlyMap<string, string>;

/** In UTF-16 code units. Messages have a few hundred; what never ends is no manager interface. */
const longestMessage = 256 * 1024;

/** Cuts the stream of a manager interface into messages: lines `Name: value`, and an empty line after the last. */
export class AmiReader {
  #rest = '';

  /** Throws when a message is far longer than any. */
  push(text: string): AmiMessage[] {
    const parts = (this.#rest + text).split(/\r?\n\r?\n/);
    this.#rest = parts.pop() ?? '';
    if (this.#rest.length > longestMessage) throw new Error('the server sent something that is no manager interface');
    return parts.map(fieldsOf).filter(({ size }) => size > 0);
  }
}

function fieldsOf(text: string): AmiMessage {
  const fields = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const [, name, value] = /^([A-Za-z-]+): ?(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined && !fields.has(name)) fields.set(name, value);
  }
  return fields;
}
