/** Lines such as `campaign: spring` as the context of a request. A line without a colon is null: it says nothing. */
export function readContext(text: string): Record<string, string> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, Math.max(0, colon)).trim(), line.slice(colon + 1).trim()] as const;
  });
  return pairs.some(([name, value]) => name === '' || value === '') ? null : Object.fromEntries(pairs);
}
