/**
 * Fields of a call such as `queue=retention, language=es`, also one a line or with a colon. null: a part of the text is no field with a
 * value.
 */
export function contextMembers(text: string): Record<string, string> | null {
  const parts = text.split(/[,\n]/).filter((part) => part.trim() !== '');
  const members = parts.map((part) => {
    // Of the first sign: a value may contain the other one.
    const at = Math.max(0, part.search(/[=:]/));
    return [part.slice(0, at).trim(), part.slice(at + 1).trim()] as const;
  });
  return members.some(([name, value]) => name === '' || value === '') ? null : Object.fromEntries(members);
}
