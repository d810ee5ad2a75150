/** Cells as plain text, the first line underlined; columns in `rightAligned` are right-aligned. */
export function toTextTable(lines: readonly (readonly string[])[], rightAligned: ReadonlySet<number>): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    rightAligned.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  const [first = '', ...rest] = lines.map((cells) => cells.map(pad).join('  ').trimEnd());
  return [first, '-'.repeat(first.length), ...rest].join('\n');
}
