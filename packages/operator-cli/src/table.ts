/** Names come from import files: terminal control characters are replaced with a middle dot. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '·');
}

/** Rows under their headings, in columns as wide as their widest cell. No line ends with a space. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((row) => row.map(printable));
  const widths = headings.map((_, at) => Math.max(...lines.map((line) => widthOf(line[at] ?? ''))));
  return lines
    .map((line) => line.map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - widthOf(cell))))
    .map((cells) => cells.join('  ').trimEnd())
    .join('\n');
}

/** `2026-03-01 12:00 UTC` of an ISO 8601 instant; a dash when there is none. */
export function formatInstant(iso: string | null): string {
  return iso === null ? '-' : `${new Date(iso).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function widthOf(text: string): number {
  return [...text].length;
}
