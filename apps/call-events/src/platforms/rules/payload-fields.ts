import type { SignedRequest } from '@callside/dialler-adapters';

/** What an owner sees of a payload: the names of its fields, and in place of a value its kind. */
export type PayloadFields = { [name: string]: string | PayloadFields };

const mostNames = 60;
const deepest = 3;
const namePattern = /^[A-Za-z0-9_.-]{1,40}$/;

/** The fields of the address and of the body, JSON or a form. Nothing of a value is kept: it may be a number, a name or a secret. */
export function payloadFields({ query, body }: Pick<SignedRequest, 'query' | 'body'>): PayloadFields {
  const sent = { ...Object.fromEntries(query), ...readBody(body) };
  let left = mostNames;
  const redact = (value: unknown, depth: number): string | PayloadFields => {
    if (!isObject(value) || depth === deepest) return kindOf(value);
    const fields: PayloadFields = {};
    for (const [name, inner] of Object.entries(value)) {
      if (!namePattern.test(name)) continue;
      left -= 1;
      if (left < 0) break;
      fields[name] = redact(inner, depth + 1);
    }
    return fields;
  };
  return redact(sent, 0) as PayloadFields;
}

function readBody(body: string): object {
  try {
    const value: unknown = JSON.parse(body);
    return isObject(value) ? value : {};
  } catch {
    return body.includes('=') ? Object.fromEntries(new URLSearchParams(body)) : {};
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null || value === '') return '';
  if (typeof value === 'string') return '(text)';
  if (typeof value === 'number') return '(number)';
  if (typeof value === 'boolean') return '(true or false)';
  return Array.isArray(value) ? '(list)' : '(object)';
}
