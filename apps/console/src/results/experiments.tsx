import { type ExperimentView, experimentsSchema } from '@callside/schemas';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ProblemNotice } from '../app/problem-notice.tsx';
import { useSession } from '../app/session.tsx';
import { useFormats } from '../app/use-formats.ts';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/page.tsx';

type Comparison = ExperimentView['comparisons'][number];

const columns = ['arm', 'share', 'callers', 'calls', 'revenue', 'perCall'] as const;
const freshMs = 60_000;

/** What each arm of the experiments earned. Without an experiment there is nothing to show. */
export function Experiments() {
  const { t } = useTranslation();
  const { api } = useSession();
  const read = useQuery({
    queryKey: ['experiments'],
    queryFn: () => api.get('experiments', experimentsSchema),
    refetchInterval: freshMs,
  });
  if (read.isError) return <ProblemNotice error={read.error} onRetry={() => void read.refetch()} />;
  if (read.data === undefined || read.data.items.length === 0) return null;
  return (
    <Section title={t('results.experiments.title')}>
      <p className="muted">{t('results.experiments.lead')}</p>
      {read.data.items.map((experiment) => (
        <Experiment key={experiment.name} experiment={experiment} />
      ))}
    </Section>
  );
}

function Experiment({ experiment }: { experiment: ExperimentView }) {
  const { t } = useTranslation();
  const { money, number, percent, dateTime } = useFormats();
  const { name, started_at: from, stopped_at: to } = experiment;
  const armOf = useArmWords();
  const headerOf = (column: (typeof columns)[number]) => t(`results.experiments.column.${column}`);
  return (
    <article aria-label={name}>
      <h3>{name}</h3>
      <p className="muted">
        {to === null
          ? t('results.experiments.since', { from: dateTime(from) })
          : t('results.experiments.between', { from: dateTime(from), to: dateTime(to) })}
      </p>
      {experiment.sample_ratio_ok ? (
        experiment.comparisons.map((comparison) => (
          <p key={`${comparison.arm} ${comparison.against}`}>
            <Sentence comparison={comparison} />
          </p>
        ))
      ) : (
        <Notice kind="caution">{t('results.experiments.uneven')}</Notice>
      )}
      <table className="data-table" aria-label={name}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {headerOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {experiment.arms.map(({ arm, percent: share, callers, calls, revenue, revenue_per_call: perCall }) => (
            <tr key={arm}>
              <th scope="row">{armOf(arm)}</th>
              <td data-column={headerOf('share')}>{percent(share / 100)}</td>
              <td data-column={headerOf('callers')}>{number(callers)}</td>
              <td data-column={headerOf('calls')}>{number(calls)}</td>
              <td data-column={headerOf('revenue')}>{money(revenue)}</td>
              <td data-column={headerOf('perCall')}>{perCall === null ? '–' : money(perCall)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}

function Sentence({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation();
  const { money, number } = useFormats();
  const armOf = useArmWords();
  const { difference, low, high, verdict, calls_needed: needed } = comparison;
  const arms = { arm: armOf(comparison.arm), against: armOf(comparison.against) };
  if (difference === null || low === null || high === null) return t('results.experiments.tooFew', arms);
  if (verdict === 'not_shown') {
    const range = { low: money(low), high: money(high) };
    const said = t('results.experiments.notShown', { ...arms, ...range });
    return needed === null || needed === 0
      ? said
      : `${said} ${t('results.experiments.needed', { count: needed, number: number(needed) })}`;
  }
  const sign = verdict === 'more' ? 1 : -1;
  const [one, other] = [money(low * sign), money(high * sign)];
  const range = sign > 0 ? { low: one, high: other } : { low: other, high: one };
  return t(`results.experiments.${verdict}`, { ...arms, amount: money(difference * sign), ...range });
}

function useArmWords(): (arm: string) => string {
  const { t } = useTranslation();
  return (arm) => {
    if (arm === 'holdout' || arm === 'current') return t(`results.experiments.arm.${arm}`);
    return t('results.experiments.arm.model', { version: arm.replace(/^model=/, '') });
  };
}
