/** A row whose columns have the names of the wire, as the wire has it: instants are texts. */
export function wireRow<Wire>(row: object): Wire {
  const pairs = Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]);
  return Object.fromEntries(pairs);
}
