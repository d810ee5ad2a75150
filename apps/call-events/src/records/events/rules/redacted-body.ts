// What is kept of the body of a refused request: enough to see and correct the mistake, and nothing that identifies the customer.

import { callStartedBodySchema, normaliseEmail, storableText } from '@callside/schemas';

/** In UTF-16 code units, as JSON. */
const greatestBody = 8 * 1024;
const longestAddress = 320;
const longestEventId = 200;
const longestTime = 64;
const longestNumber = 64;
const mostNames = 30;
const namePattern = /^[A-Za-z0-9_.-]{1,40}$/;

/** API keys with any prefix, and JSON Web Tokens. Their parts are long, so that ordinary names do not look like them. */
const credential = /[a-z0-9]{1,32}_live_[0-9a-f]{16,}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/gi;
/** A credential may begin within what is kept and end after it. The time of the search grows with the square of the length. */
const longestCredential = 512;
const hiddenCredential = '(key)';

const listedFields = Object.keys(callStartedBodySchema.shape);

export type RedactedBody = Record<string, unknown>;

/** The words that replace a value that is not stored. */
const placeholders = {
  text: '(text)',
  number: '(number)',
  truth: '(true or false)',
  list: '(list)',
  object: '(object)',
};

/**
 * Keeps `agent_email`, `event_id` and `occurred_at` as sent but without keys and tokens, all but the last two characters of
 * `phone_number` and `customer_id` masked, and of metadata and of fields that are not listed only the names. A value of another type is
 * replaced by the name of its type. null: the body is no object.
 */
export function redactBody(body: unknown): RedactedBody | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const kept: RedactedBody = {};
  let others = 0;
  for (const [name, value] of Object.entries(body)) {
    if (!listedFields.includes(name)) {
      others += 1;
      if (others > mostNames || !namePattern.test(name)) continue;
    }
    kept[name] = redactField(name, value);
  }
  if (JSON.stringify(kept).length <= greatestBody) return kept;
  return { agent_email: kept.agent_email ?? null };
}

/** The fields of a corrected body in which masked values are left. */
export function maskedFields(body: object): string[] {
  const isMasked = (value: unknown) =>
    typeof value === 'string' && (Object.values(placeholders).includes(value) || value.includes(hiddenCredential));
  return Object.entries(body).flatMap(([name, value]) => {
    if (isMasked(value)) return [name];
    if ((name === 'phone_number' || name === 'customer_id') && typeof value === 'string' && value.includes('*')) {
      return [name];
    }
    if (name !== 'metadata' || typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([member, inner]) => (isMasked(inner) ? [`metadata.${member}`] : []));
  });
}

/**
 * The beginning of a text, `most` characters long at most. A sender can have put its key into the wrong field; every user of the brand can
 * read what is stored.
 */
export function withoutCredentials(text: string, most: number): string {
  return text
    .slice(0, most + longestCredential)
    .replace(credential, hiddenCredential)
    .slice(0, most);
}

function redactField(name: string, value: unknown): unknown {
  if (value === null) return null;
  if (name === 'metadata' && typeof value === 'object' && !Array.isArray(value)) return redactMetadata(value);
  if (typeof value !== 'string') return placeholderOf(value);
  switch (name) {
    case 'agent_email':
      return storableText(normaliseEmail(withoutCredentials(value, longestAddress)));
    case 'event_id':
      return storableText(withoutCredentials(value, longestEventId));
    case 'occurred_at':
      return storableText(withoutCredentials(value, longestTime));
    case 'phone_number':
    case 'customer_id':
      return mask(value);
    default:
      return value === '' ? '' : placeholders.text;
  }
}

function redactMetadata(metadata: object): RedactedBody {
  const names = Object.keys(metadata).filter((name) => namePattern.test(name));
  return Object.fromEntries(
    names.slice(0, mostNames).map((name) => {
      const value: unknown = Reflect.get(metadata, name);
      return [name, value === null || value === '' ? value : placeholderOf(value)];
    }),
  );
}

function placeholderOf(value: unknown): string {
  if (typeof value === 'string') return placeholders.text;
  if (typeof value === 'number') return placeholders.number;
  if (typeof value === 'boolean') return placeholders.truth;
  return Array.isArray(value) ? placeholders.list : placeholders.object;
}

/** Keeps punctuation, so that a wrong notation is visible. Keeps the last two characters if there are at least four. */
function mask(text: string): string {
  const shown = text.slice(0, longestNumber);
  const last = text.length >= 4 && text.length <= longestNumber ? text.length - 2 : text.length;
  return storableText(shown).replace(/[^+()\-. /]/g, (sign, at: number) => (at >= last ? sign : '*'));
}
