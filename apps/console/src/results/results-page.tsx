import { type ResultGroup, resultsSchema } from '@callside/schemas';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ProblemNotice } from '../app/problem-notice.tsx';
import { useSession } from '../app/session.tsx';
import { Choice } from '../ui/choice.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Section } from '../ui/page.tsx';
import { hasResults, type Metric, metricsOf } from './figures.ts';
import { RangeChoice } from './range-choice.tsx';
import { ResultChart } from './result-chart.tsx';
import { type DayRange, dayIn, daysIn, rangeBefore, rangeOf } from './result-range.ts';
import { Totals } from './totals.tsx';
import './results.css';

const groups = ['article_type', 'rep', 'model'] as const;

/** Calls, offers, conversion and revenue. The range of days is in the address. */
export function ResultsPage() {
  const { t } = useTranslation();
  const { brand_settings: settings } = useSession().user;
  const [parameters, setParameters] = useSearchParams();
  const { preset, range } = rangeOf(parameters, dayIn(settings.time_zone, new Date()));
  const [by, setBy] = useState<(typeof groups)[number]>('article_type');
  const [metric, setMetric] = useState<Metric>('revenue');
  const byDay = useResults('day', range);
  const before = useResults('day', rangeBefore(range));
  const byGroup = useResults(by, range);
  const shownByGroup = metricsOf[by].includes(metric) ? metric : 'revenue';

  return (
    <Page title={t('results.title')} lead={t('results.lead', { timeZone: settings.time_zone.replaceAll('_', ' ') })}>
      <RangeChoice
        key={preset === null ? 'custom' : 'preset'}
        preset={preset}
        range={range}
        onPreset={(days) => setParameters({ days: String(days) })}
        onDays={(from, to) => setParameters({ from, to })}
      />
      {byDay.isError && <ProblemNotice error={byDay.error} onRetry={() => void byDay.refetch()} />}
      {byDay.isPending && <p className="results-wait muted">{t('app.loading')}</p>}
      {byDay.data !== undefined && (
        <>
          {!hasResults(byDay.data.totals) && <Notice kind="info">{t('results.empty')}</Notice>}
          <Totals
            now={byDay.data.totals}
            before={before.isPlaceholderData ? undefined : before.data?.totals}
            days={daysIn(byDay.data)}
          />
          <Choice
            label={t('results.figure')}
            value={metric}
            options={metricsOf.day.map((one) => ({ value: one, label: t(`results.metric.${one}`) }))}
            onChange={setMetric}
          />
          <Section title={t('results.byDay')}>
            <ResultChart results={byDay.data} metric={metric} />
          </Section>
          <Section
            title={t(`results.by.${by}`)}
            actions={
              <Choice
                label={t('results.group')}
                value={by}
                options={groups.map((one) => ({ value: one, label: t(`results.groups.${one}`) }))}
                onChange={setBy}
              />
            }
          >
            {metric !== shownByGroup && (
              <p className="muted">{t('results.notByGroup', { metric: t(`results.metric.${metric}`) })}</p>
            )}
            {byGroup.isError && <ProblemNotice error={byGroup.error} />}
            {byGroup.data === undefined ? (
              <p className="results-wait muted">{byGroup.isPending && t('app.loading')}</p>
            ) : (
              <ResultChart
                results={byGroup.data}
                metric={metricsOf[byGroup.data.by].includes(metric) ? metric : 'revenue'}
              />
            )}
          </Section>
        </>
      )}
    </Page>
  );
}

const freshMs = 60_000;

/** The results of the previous range are shown until the new ones arrive. */
function useResults(by: ResultGroup, { from, to }: DayRange) {
  const { api } = useSession();
  return useQuery({
    queryKey: ['results', by, from, to],
    queryFn: () => api.get(`results?${new URLSearchParams({ by, from, to })}`, resultsSchema),
    placeholderData: keepPreviousData,
    refetchInterval: freshMs,
  });
}
