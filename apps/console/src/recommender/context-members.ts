/**
 * Fields of a call such as `queue=retention, language=es`, also one a line or with a colon. null: a part of the text is no field with a
 * value.
 */
export function contextMembers(text: string): Record<string, string> | null {
  const parts = text.split(/[,\n]/).filter((part) => part.trim() !== '');
  if (parts.length === 0 && text.trim() !== '') return null;
  const members = parts.map((part) => {
    // A name may contain a colon, and a value both.
    const at = Math.max(0, part.search(part.includes('=') ? /=/ : /:/));
    return [part.slice(0, at).trim(), part.slice(at + 1).trim()] as const;
  });
  return members.some(([name, value]) => name === '' || value === '') ? null : Object.fromEntries(members);
}
