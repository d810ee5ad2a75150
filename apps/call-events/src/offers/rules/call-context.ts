import { type CallContext, longestContextValue } from '@callside/schemas';

/**
 * Members of a call's metadata, as the JSON texts that were sent, as the recommender takes them: texts, numbers as sent, true and false. What is empty, longer than a value may
 * be, or of another kind is left out: it groups no calls.
 */
export function contextOfCall(sent: ReadonlyMap<string, string>): CallContext {
  const values = [...sent].flatMap(([name, json]) => {
    const value = textOf(json);
    return value === '' || value.length > longestContextValue ? [] : [[name, value] as const];
  });
  return Object.fromEntries(values);
}

function textOf(json: string): string {
  if (/^(?:null|[{[])/.test(json)) return '';
  return json.startsWith('"') ? String(JSON.parse(json)).trim().toWellFormed() : json;
}
