import type { Desk } from '@callside/schemas';
import { memo, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../app/session.tsx';
import { OffersPanel } from '../offers/offers-panel.tsx';
import { IsConnected, lazyPart } from '../ui/lazy-part.tsx';
import { useAtMostEvery } from '../ui/use-at-most-every.ts';
import { Alerts } from './alerts.tsx';
import { Announcer } from './announcer.tsx';
import { CallCard } from './call-card.tsx';
import { ConnectionStatus, StaleNotice } from './connection-status.tsx';
import { EventList } from './event-list.tsx';
import { withStored } from './event-log.ts';
import { RecordingPanel } from './recording-panel.tsx';
import type { RepDesk } from './rep-desk-model.ts';
import { ServerClock, useDeskReads } from './use-desk-reads.ts';
import { useFocusOfRemoved } from './use-focus-of-removed.ts';
import { usePageTitle } from './use-page-title.ts';
import { useRepDesk } from './use-rep-desk.ts';
import './desk.css';

const beside = () => import('./beside-call.tsx');
const InCall = lazyPart(async () => (await beside()).InCall);
const Shortcuts = lazyPart(async () => (await import('./shortcuts.tsx')).Shortcuts);
const NotesArea = lazyPart(async () => (await beside()).NotesArea);
const BesideCall = lazyPart(async () => (await beside()).BesideCall);

/**
 * The call is painted first. The parts beside it are rendered after it, and not for each event of a burst. Alerts and the title do not
 * use this delay, because a browser delays the timers of a hidden tab by up to a minute.
 */
const besideEveryMs = 100;

/** The rep's page: the live call and what belongs to it. Only the live state is awaited; the rest is read beside it. */
export function DeskPage() {
  const { t } = useTranslation();
  const { isExpired } = useSession();
  const desk = useRepDesk();
  const deferred = useDeferredValue(desk);
  const later = useAtMostEvery(besideEveryMs, desk);
  const { call, recording, link } = desk;
  const { desk: stored, reading } = useDeskReads(link);
  usePageTitle(deferred, isExpired);
  const page = useFocusOfRemoved();
  return (
    <ServerClock value={reading}>
      <IsConnected value={link === 'live'}>
        <div
          ref={page}
          className="desk"
          data-link={isExpired ? 'ended' : link}
          data-paused={call !== null && recording.paused}
          data-behind={call?.reference !== later.call?.reference}
          data-offers-behind={call !== null && call.reference !== deferred.call?.reference}
        >
          <div className="desk-notices">
            <StaleNotice desk={desk} isExpired={isExpired} />
            {desk.outdated && <OutdatedNotice />}
          </div>
          <div className="desk-bar">
            <Alerts arrival={deferred.arrival} />
            <Shortcuts />
            <ConnectionStatus link={link} lastMessageAt={desk.lastMessageAt} isExpired={isExpired} />
          </div>
          <h1 className="for-screen-readers">{t('desk.title')}</h1>
          <div className="desk-grid">
            <div className="now">
              <div className="ticket">
                <CallCard desk={desk}>
                  <InCall desk={later} />
                </CallCard>
                <RecordingPanel desk={desk} />
              </div>
            </div>
            <div className="desk-offers">
              <OffersPanel desk={deferred} />
            </div>
            <OtherParts desk={later} stored={stored} />
          </div>
          <Announcer announcement={desk.announcement} />
        </div>
      </IsConnected>
    </ServerClock>
  );
}

interface OtherPartsProps {
  desk: RepDesk;
  /** null until it is read. */
  stored: Desk | null;
}

/** The notes; the transcript, the customer's history and the events. */
const OtherParts = memo(function OtherParts({ desk, stored }: OtherPartsProps) {
  return (
    <>
      <div className="desk-notes">
        <NotesArea desk={desk} previous={previousCall(desk, stored)} />
      </div>
      <div className="desk-beside">
        <BesideCall desk={desk} />
        <EventList log={withStored(desk.log, stored?.events ?? [])} />
      </div>
    </>
  );
});

/** The call that ended last, as this page received it or as it is on file. */
function previousCall({ call, lastCall }: RepDesk, stored: Desk | null) {
  const onFile = stored?.previous_call ?? null;
  const filed = onFile && { ...onFile, endedAt: onFile.call.ended_at };
  const isNewer = lastCall !== null && (filed === null || lastCall.call.started_at >= filed.call.started_at);
  const previous = isNewer && (lastCall.endedAt !== null || filed === null) ? lastCall : filed;
  return previous === null || previous.call.reference === call?.reference ? null : previous;
}

function OutdatedNotice() {
  const { t } = useTranslation();
  return (
    <p className="notice" data-kind="outdated" role="alert">
      {t('desk.outdated')}{' '}
      <button type="button" onClick={() => location.reload()}>
        {t('desk.reload')}
      </button>
    </p>
  );
}
