import type { ResultGroup, ResultRow, Results } from '@callside/schemas';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { Button } from '../ui/button.tsx';
import { figureOf, type Metric } from './figures.ts';
import { ResultTable } from './result-table.tsx';
import { type FigureWords, useFigureWords } from './use-figure-words.ts';

/** Further groups are shown only in the table. */
const mostBars = 12;
const barHeight = 34;

interface ResultChartProps {
  results: Results;
  /** The same number of days before; undefined: not for this group, or not read yet. */
  before?: Results | undefined;
  metric: Metric;
  /** Whether the table is shown at first. */
  withTable?: boolean;
}

/** A figure of each group as bars. A sentence gives the summary, and the table contains all values. */
export function ResultChart({ results, before, metric, withTable = false }: ResultChartProps) {
  const { t } = useTranslation();
  const words = useFigureWords();
  const [isTable, setIsTable] = useState(withTable);
  const tableId = useId();
  const { by } = results;
  const bars = useMemo(() => barsOf(results, metric, words), [results, metric, words]);
  return (
    <figure className="result-chart">
      <figcaption>{useSummary(results, metric)}</figcaption>
      {bars.length > 0 && (
        // The caption and the table give the same information as text.
        <div aria-hidden="true" className="bars" style={{ height: by === 'day' ? 240 : bars.length * barHeight + 40 }}>
          <Bars by={by} bars={bars} metric={metric} words={words} />
        </div>
      )}
      <div>
        <Button
          variant="quiet"
          aria-expanded={isTable}
          {...(isTable && { 'aria-controls': tableId })}
          onPress={() => setIsTable(!isTable)}
        >
          {t(isTable ? 'results.hideTable' : 'results.showTable')}
        </Button>
      </div>
      {isTable && (
        <div id={tableId} className="result-table">
          <ResultTable {...{ results, before, metric }} />
          {results.rows_left_out > 0 && (
            <p className="muted">
              {t('results.leftOut', {
                shown: words.figure('sold', results.rows.length),
                number: words.figure('sold', results.rows_left_out),
              })}
            </p>
          )}
        </div>
      )}
    </figure>
  );
}

interface BarRow {
  name: string;
  value: number;
}

function Bars({ by, bars, metric, words }: { by: ResultGroup; bars: BarRow[]; metric: Metric; words: FigureWords }) {
  const { t } = useTranslation();
  const tick = { fill: 'var(--muted)', fontSize: 13 };
  const figures = {
    tickFormatter: (value: number) => words.short(metric, value),
    tick,
    tickLine: false,
    axisLine: false,
  };
  const names = { dataKey: 'name', tick, tickLine: false, axisLine: { stroke: 'var(--line)' } };
  const isByDay = by === 'day';
  return (
    <ResponsiveContainer width="100%" height="100%">
      <BarChart
        data={bars}
        layout={isByDay ? 'horizontal' : 'vertical'}
        accessibilityLayer={false}
        margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
      >
        <CartesianGrid stroke="var(--line)" vertical={!isByDay} horizontal={isByDay} />
        {isByDay ? (
          <>
            <XAxis {...names} tickFormatter={words.shortDay} minTickGap={24} />
            <YAxis {...figures} width={64} allowDecimals={metric === 'revenue' || metric === 'conversion'} />
          </>
        ) : (
          <>
            <XAxis {...figures} type="number" allowDecimals={metric === 'revenue' || metric === 'conversion'} />
            <YAxis {...names} type="category" width={110} interval={0} tickFormatter={shortened} />
          </>
        )}
        <Tooltip
          cursor={{ fill: 'var(--sunken)' }}
          isAnimationActive={false}
          contentStyle={{ background: 'var(--surface)', border: '1px solid var(--control-line)', borderRadius: 8 }}
          labelStyle={{ color: 'var(--ink)' }}
          itemStyle={{ color: 'var(--ink)' }}
          labelFormatter={(name) => (isByDay ? words.day(String(name)) : String(name))}
          formatter={(value) => [words.figure(metric, Number(value)), t(`results.metric.${metric}`)]}
        />
        <Bar
          dataKey="value"
          fill="var(--accent)"
          radius={isByDay ? [3, 3, 0, 0] : [0, 3, 3, 0]}
          maxBarSize={28}
          isAnimationActive={false}
        />
      </BarChart>
    </ResponsiveContainer>
  );
}

const longestName = 15;

function shortened(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;
}

function barsOf({ by, rows }: Results, metric: Metric, words: FigureWords): BarRow[] {
  const bars = rows.map((row) => ({
    name: by === 'day' ? (row.key ?? '') : words.row(by, row),
    value: figureOf(metric, row) ?? 0,
  }));
  if (by === 'day' || by === 'rank') return bars;
  return bars.sort((one, other) => other.value - one.value).slice(0, mostBars);
}

/** The greatest value and the number of groups. */
function useSummary({ by, rows, totals }: Results, metric: Metric): string {
  const { t } = useTranslation();
  const words = useFigureWords();
  const name = t(`results.metric.${metric}`);
  const [best] = rows
    .flatMap((row): { row: ResultRow; value: number }[] => {
      const value = figureOf(metric, row);
      return value === null || value === 0 ? [] : [{ row, value }];
    })
    .sort((one, other) => other.value - one.value);
  if (best === undefined) return t('results.summaryNone', { metric: name });
  const parts = {
    metric: name,
    total: words.figure(metric, figureOf(metric, totals)),
    best: words.row(by, best.row),
    value: words.figure(metric, best.value),
  };
  if (metric === 'conversion') return t('results.summaryShare', parts);
  return t(metric === 'screenTime' ? 'results.summaryMedian' : 'results.summary', parts);
}
