/** PostgreSQL text holds every character but U+0000; the replacement character takes its place. */
export function storableText(text: string): string;
export function storableText(text: string | null): string | null;
export function storableText(text: string | null): string | null {
  return text === null || !text.includes('\0') ? text : text.replaceAll('\0', '\uFFFD');
}
