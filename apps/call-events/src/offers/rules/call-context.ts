import { type CallContext, longestContextValue } from '@callside/schemas';

/** A member of a call's metadata: its value as the JSON text that was sent; undefined if it was not sent. */
interface SentMember {
  name: string;
  json: string | undefined;
}

/**
 * Members of a call's metadata as the recommender takes them: texts, numbers as sent, true and false. What is empty, longer than a value may
 * be, or of another kind is left out: it groups no calls.
 */
export function contextOfCall(members: readonly SentMember[]): CallContext {
  const values = members.flatMap(({ name, json }) => {
    const value = textOf(json);
    return value === '' || value.length > longestContextValue ? [] : [[name, value] as const];
  });
  return Object.fromEntries(values);
}

function textOf(json: string | undefined): string {
  if (json === undefined || /^(?:null|[{[])/.test(json)) return '';
  return json.startsWith('"') ? String(JSON.parse(json)).trim().toWellFormed() : json;
}
