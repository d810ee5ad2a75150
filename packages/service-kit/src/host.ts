/**
 * Normalises a Host header for storing and comparing: no port, lower case, no trailing dot; an IPv6 address keeps its brackets.
 * null when the header is absent or has no host. Idempotent.
 */
export function normaliseHost(header: string | undefined): string | null {
  if (header === undefined) return null;
  const match = /^(\[[0-9a-f:.]+\]|[^\s:[\]/@]+?)\.?(?::\d*)?$/i.exec(header.trim());
  return match?.[1] === undefined || match[1] === '.' ? null : match[1].toLowerCase();
}
