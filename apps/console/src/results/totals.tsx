import type { ResultFigures } from '@callside/schemas';
import { useTranslation } from 'react-i18next';
import { changeOf, figureOf, type Metric, metrics } from './figures.ts';
import { useFigureWords } from './use-figure-words.ts';

interface TotalsProps {
  now: ResultFigures;
  /** Undefined while it is being read. */
  before: ResultFigures | undefined;
  days: number;
}

/** The figures of the whole range, each with its change against the same number of days before. */
export function Totals({ now, before, days }: TotalsProps) {
  const { t } = useTranslation();
  const words = useFigureWords();
  return (
    <>
      <dl className="totals">
        {metrics.map((metric) => (
          <div key={metric} className="total">
            <dt>{t(`results.metric.${metric}`)}</dt>
            <dd className="total-figure">{words.figure(metric, figureOf(metric, now))}</dd>
            <dd className="total-note">
              {before === undefined ? ' ' : <ChangeWords {...{ metric, now, before, days }} />}
            </dd>
            <dd className="total-note">
              <TotalNote metric={metric} figures={now} />
            </dd>
          </div>
        ))}
      </dl>
      {before !== undefined && <NotComparable {...{ now, before, days }} />}
    </>
  );
}

/** Why figures have no change beside them: once for all of them. */
function NotComparable({ now, before, days }: Required<TotalsProps> & { before: ResultFigures }) {
  const { t, i18n } = useTranslation();
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  return (['before', 'now'] as const).map((missing) => {
    const figures = metrics.filter((metric) => {
      const change = changeOf(metric, now, before);
      return change.kind === 'none' && change.missing === missing;
    });
    if (figures.length === 0) return null;
    const names = list.format(figures.map((metric) => t(`results.metric.${metric}`)));
    return (
      <p key={missing} className="muted">
        {t(`results.notComparable.${missing}`, { count: days, figures: names })}
      </p>
    );
  });
}

function ChangeWords({
  metric,
  now,
  before,
  days,
}: { metric: Metric } & Required<TotalsProps> & { before: ResultFigures }) {
  const { t } = useTranslation();
  const words = useFigureWords();
  const change = changeOf(metric, now, before);
  if (change.kind === 'none') return ' ';
  if (!('by' in change)) return t(`results.change.${change.kind}`, { count: days });
  const by = change.unit === 'points' ? words.points(change.by) : words.figure('conversion', change.by);
  const unit = change.unit === 'points' ? 'Points' : 'Share';
  return (
    <>
      <span aria-hidden="true">{change.kind === 'more' ? '▲ ' : '▼ '}</span>
      {t(`results.change.${change.kind}${unit}`, { by, count: days })}
    </>
  );
}

/** The parts of a figure. */
function TotalNote({ metric, figures }: { metric: Metric; figures: ResultFigures }) {
  const { t } = useTranslation();
  const words = useFigureWords();
  const number = (value: number) => words.figure('sold', value);
  if (metric === 'conversion') {
    const { converted, counted } = figures.conversion;
    return t('results.note.conversion', { converted: number(converted), counted: number(counted) });
  }
  if (metric === 'sold') return t('results.note.declined', { declined: number(figures.declined) });
  if (metric === 'shown') return t('results.note.made', { made: number(figures.offers.items) });
  if (metric === 'screenTime') {
    const p95 = figures.time_to_screen?.p95_ms ?? null;
    return p95 === null ? ' ' : t('results.note.p95', { p95: words.milliseconds(p95) });
  }
  return ' ';
}
