/** One line of the table. */
export interface Figure {
  name: string;
  measured: number;
  unit: string;
  /** Measured in the same minute; null when there is none. */
  baseline: number | null;
  /** Measured divided by baseline. */
  ratio: number | null;
  target: Target | null;
  met: boolean | null;
  /** The parts of the figure, so that readers can verify it. */
  detail: object;
}

export interface Target {
  of: 'measured' | 'ratio';
  bound: 'at least' | 'at most';
  value: number;
}

type Measurement = Pick<Figure, 'name' | 'measured' | 'unit' | 'detail'> & { baseline?: number; target?: Target };

export function toFigure({ name, measured, unit, detail, baseline, target }: Measurement): Figure {
  const ratio = baseline === undefined ? null : measured / baseline;
  const met = target === undefined ? null : meets(target, target.of === 'ratio' ? ratio : measured);
  return { name, measured, unit, baseline: baseline ?? null, ratio, target: target ?? null, met, detail };
}

function meets({ bound, value }: Target, figure: number | null): boolean {
  if (figure === null) return false;
  return bound === 'at least' ? figure >= value : figure <= value;
}
