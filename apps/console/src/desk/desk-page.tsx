import { useTranslation } from 'react-i18next';
import { OffersPanel } from '../offers/offers-panel.tsx';
import { Announcer } from './announcer.tsx';
import { CallCard } from './call-card.tsx';
import { ConnectionStatus, StaleNotice } from './connection-status.tsx';
import { EventList } from './event-list.tsx';
import { RecordingPanel } from './recording-panel.tsx';
import { usePageTitle } from './use-page-title.ts';
import { useRepDesk } from './use-rep-desk.ts';
import './desk.css';

/** The rep's page: the live call and what belongs to it. */
export function DeskPage() {
  const { t } = useTranslation();
  const desk = useRepDesk();
  const { call, recording, link } = desk;
  usePageTitle(desk);
  return (
    <div className="desk" data-link={link} data-paused={call !== null && recording.paused}>
      <ConnectionStatus link={link} lastMessageAt={desk.lastMessageAt} />
      <div className="desk-columns">
        <h1 className="for-screen-readers">{t('desk.title')}</h1>
        <div className="now">
          <StaleNotice {...desk} />
          {desk.outdated && <OutdatedNotice />}
          <div className="ticket">
            <RecordingPanel desk={desk} />
            <CallCard desk={desk} />
          </div>
          <OffersPanel desk={desk} />
        </div>
        <EventList log={desk.log} />
      </div>
      <Announcer announcement={desk.announcement} />
    </div>
  );
}

function OutdatedNotice() {
  return (
    <p className="notice" data-kind="outdated" role="alert">
      <strong>This page is older than the service</strong> and may miss something.{' '}
      <button type="button" onClick={() => location.reload()}>
        Reload it
      </button>
    </p>
  );
}
