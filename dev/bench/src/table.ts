import { toTextTable } from '@callside/test-kit';
import type { Figure, Target } from './figure.ts';

const head = ['figure', 'measured', 'unit', 'baseline', 'ratio', 'target', 'met'];

/** The figures as one table of plain text. */
export function toTable(figures: readonly Figure[]): string {
  return toTextTable([head, ...figures.map(toCells)], new Set([1, 3, 4]));
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
