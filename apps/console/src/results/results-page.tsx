import { type ResultGroup, type Results, resultsSchema } from '@callside/schemas';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ProblemNotice } from '../app/problem-notice.tsx';
import { useSession } from '../app/session.tsx';
import { useFormats } from '../app/use-formats.ts';
import { Choice } from '../ui/choice.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Experiments } from './experiments.tsx';
import { hasResults, type Metric, metricsOf } from './figures.ts';
import { FirstSteps } from './first-steps.tsx';
import { RangeChoice } from './range-choice.tsx';
import { ResultChart } from './result-chart.tsx';
import { type DayRange, dayIn, daysIn, rangeBefore, rangeOf } from './result-range.ts';
import { Totals } from './totals.tsx';
import './results.css';

const groups = ['article_type', 'product', 'rank', 'rule', 'decline_reason', 'rep', 'model'] as const;
/** Their names are long, or their figures are compared side by side: the table says more than the bars. */
const asTables: readonly ResultGroup[] = ['product', 'rank', 'rule', 'decline_reason'];

/** Calls, offers, conversion and revenue. The range of days is in the address. */
export function ResultsPage() {
  const { t } = useTranslation();
  const { user } = useSession();
  const { brand_settings: settings } = user;
  const isOwner = user.role === 'owner';
  const [parameters, setParameters] = useSearchParams();
  const { preset, range } = rangeOf(parameters, dayIn(settings.time_zone, new Date()));
  const [by, setBy] = useState<(typeof groups)[number]>('article_type');
  const [metric, setMetric] = useState<Metric>('revenue');
  const tests = parameters.get('tests') === 'included' ? 'included' : 'left_out';
  const withTests = (include: boolean) => {
    const changed = new URLSearchParams(parameters);
    changed.delete('tests');
    if (include) changed.set('tests', 'included');
    // At once: as a transition, the switch would go back for a moment.
    setParameters(changed, { flushSync: true });
  };
  const byDay = useResults('day', range, tests);
  const before = useResults('day', rangeBefore(range), tests);
  const byGroup = useResults(by, range, tests);
  const groupBefore = useResults(by, rangeBefore(range), tests);
  // Of the same days and the same group as the table.
  const isGroupRead = !byGroup.isPlaceholderData && !groupBefore.isPlaceholderData;
  const shownByGroup = metricsOf[by].includes(metric) ? metric : 'revenue';

  return (
    <Page title={t('results.title')} lead={t('results.lead', { timeZone: settings.time_zone.replaceAll('_', ' ') })}>
      {isOwner && <FirstSteps />}
      {!isOwner && <p className="muted">{t('results.ofTeam', { team: user.team ?? '' })}</p>}
      <RangeChoice
        key={preset === null ? 'custom' : 'preset'}
        preset={preset}
        range={range}
        onPreset={(days) => setParameters({ days: String(days), ...(tests === 'included' && { tests }) })}
        onDays={(from, to) => setParameters({ from, to, ...(tests === 'included' && { tests }) })}
      />
      {byDay.isError && <ProblemNotice error={byDay.error} onRetry={() => void byDay.refetch()} />}
      {byDay.isPending && <p className="results-wait muted">{t('app.loading')}</p>}
      {byDay.data !== undefined && (
        <>
          <TestCalls count={byDay.data.test_calls} isIncluded={tests === 'included'} onChange={withTests} />
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
            {(by === 'rule' || by === 'decline_reason') && <p className="muted">{t(`results.several.${by}`)}</p>}
            {byGroup.isError && <ProblemNotice error={byGroup.error} />}
            {byGroup.data === undefined ? (
              <p className="results-wait muted">{byGroup.isPending && t('app.loading')}</p>
            ) : (
              <ResultChart
                key={byGroup.data.by}
                results={byGroup.data}
                before={isGroupRead ? groupBefore.data : undefined}
                withTable={asTables.includes(byGroup.data.by)}
                metric={metricsOf[byGroup.data.by].includes(metric) ? metric : 'revenue'}
              />
            )}
          </Section>
        </>
      )}
      {isOwner && <Experiments />}
    </Page>
  );
}

interface TestCallsProps {
  count: number;
  isIncluded: boolean;
  onChange: (isIncluded: boolean) => void;
}

/** The switch for test calls says what it counts. Without test calls there is nothing to switch. */
function TestCalls({ count, isIncluded, onChange }: TestCallsProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  if (count === 0 && !isIncluded) return null;
  return (
    <label className="test-calls">
      <input type="checkbox" checked={isIncluded} onChange={({ target }) => onChange(target.checked)} />
      <span>
        {t('results.tests')} <span className="muted">{t('results.testCalls', { count, number: number(count) })}</span>
      </span>
    </label>
  );
}

const freshMs = 60_000;

/** The results of the previous range are shown until the new ones arrive. */
function useResults(by: ResultGroup, { from, to }: DayRange, tests: Results['tests']) {
  const { api } = useSession();
  return useQuery({
    queryKey: ['results', by, from, to, tests],
    queryFn: () => api.get(`results?${new URLSearchParams({ by, from, to, tests })}`, resultsSchema),
    placeholderData: keepPreviousData,
    refetchInterval: freshMs,
  });
}
