import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ProblemNotice } from '../app/problem-notice.tsx';
import { Notice } from '../ui/notice.tsx';
import { OlderButton } from '../ui/older-button.tsx';
import { Page } from '../ui/page.tsx';
import { addressOf, type EventFilters, readFilters } from './event-filters.ts';
import { EventPanel } from './event-panel.tsx';
import { EventTable } from './event-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { RefusedKeysNote } from './refused-keys-note.tsx';
import { TestPanel } from './test-panel.tsx';
import { useEventRows } from './use-event-rows.ts';
import './events.css';

/** The log of what diallers sent, live. The address of the page has the filters and the open event. */
export function EventsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [address, setAddress] = useSearchParams();
  const filters = useMemo(() => readFilters(address), [address]);
  const { rows, isMore, problem, isReading, readOlder } = useEventRows(filters);
  const isUnused = rows?.items.length === 0 && addressOf(filters).size === 0;
  const open = address.get('event');
  // At once: the next change of a quick person builds on this one.
  const setFilters = (changed: EventFilters) => setAddress(addressOf(changed), { replace: true, flushSync: true });
  // It must stay the same function: otherwise the rows get new buttons, and the focus cannot return to the one that opened the event.
  const show = useCallback(
    (id: string | null) => {
      const next = addressOf(readFilters(new URLSearchParams(location.search)));
      if (id !== null) next.set('event', id);
      // At once: as a transition, the page would still be inert when the closed event returns the focus.
      void navigate({ search: next.toString() }, { replace: id === null, flushSync: true });
    },
    [navigate],
  );
  return (
    <Page title={t('events.title')} lead={t('events.lead')}>
      <TestPanel />
      <RefusedKeysNote />
      <FilterBar filters={filters} onChange={setFilters} />
      {isMore && <Notice kind="info">{t('events.more')}</Notice>}
      {problem !== null && <ProblemNotice error={problem} />}
      {rows === null && problem === null && <p className="muted">{t('app.loading')}</p>}
      {rows !== null &&
        (isUnused ? (
          <NothingYet />
        ) : (
          <EventTable
            rows={rows.items}
            empty={t(/\d{3}/.test(filters.q) ? 'events.emptyPart' : 'events.empty')}
            onOpen={show}
          />
        ))}
      {rows !== null && rows.next !== null && (
        <OlderButton isReading={isReading} onPress={() => void readOlder()}>
          {t('events.older')}
        </OlderButton>
      )}
      {open !== null && <EventPanel key={open} id={open} onClose={() => show(null)} />}
    </Page>
  );
}

/** For a new organisation: what to do first. */
function NothingYet() {
  const { t } = useTranslation();
  return (
    <p className="muted">
      {t('events.nothingYet')} <Link to="/settings/api-keys">{t('events.issueKey')}</Link>
    </p>
  );
}
