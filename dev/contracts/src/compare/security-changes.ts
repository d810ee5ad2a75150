import type { Schema } from './schema-changes.ts';

interface Secured {
  operation: Schema;
  /** `components.securitySchemes` of the document. */
  schemes: Schema;
}

/** The members of a scheme that a client must know to send its credential. */
const sentBy = ['type', 'in', 'name', 'scheme'];

/** Credentials that an operation no longer takes. */
export function securityChanges(old: Secured, current: Secured): string[] {
  const [before, now] = [waysOf(old.operation), waysOf(current.operation)];
  // A client that sends more than is needed is accepted.
  const lost = before.filter((way) => !now.some((other) => other.every((name) => way.includes(name))));
  const kept = [...new Set(before.filter((way) => !lost.includes(way)).flat())];
  const moved = kept.filter((name) => formOf(old.schemes[name]) !== formOf(current.schemes[name]));
  return [
    ...lost.map((way) =>
      way.length === 0 ? `it needs ${now.map(together).join(' or ')} now` : `${together(way)} is no longer accepted`,
    ),
    ...moved.map((name) => `${name} is sent in another way`),
  ];
}

/** Any one is enough; all schemes of one are needed together. Without a requirement nothing is needed. */
function waysOf({ security }: Schema): string[][] {
  if (!Array.isArray(security) || security.length === 0) return [[]];
  return security.map((way) => Object.keys(way));
}

function formOf(scheme: unknown): string {
  const known = Object.entries(Object(scheme)).filter(([name]) => sentBy.includes(name));
  return JSON.stringify(known.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function together(names: string[]): string {
  return names.join(' with ');
}
