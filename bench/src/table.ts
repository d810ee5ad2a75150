import type { Figure, Target } from './figure.ts';

const head = ['figure', 'measured', 'unit', 'baseline', 'ratio', 'target', 'met'];

/** The figures as one table of plain text. */
export function toTable(figures: readonly Figure[]): string {
  const lines = [head, ...figures.map(toCells)];
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const isNumber = (column: number) => [1, 3, 4].includes(column);
  const pad = (cell: string, column: number) =>
    isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  const [first = '', ...rest] = lines.map((cells) => cells.map(pad).join('  ').trimEnd());
  return [first, '-'.repeat(first.length), ...rest].join('\n');
}

function toCells({ name, measured, unit, baseline, ratio, target, met }: Figure): string[] {
  const verdict = met === null ? '' : met ? 'yes' : 'no';
  return [name, toText(measured), unit, toText(baseline), toText(ratio), target ? describe(target) : '', verdict];
}

function toText(value: number | null): string {
  if (value === null) return '';
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2);
}

function describe({ of, bound, value }: Target): string {
  return `${of === 'ratio' ? 'ratio ' : ''}${bound} ${value}`;
}
