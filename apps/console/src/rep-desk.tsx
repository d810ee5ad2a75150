import { useEffect, useRef } from 'react';
import { Announcer } from './announcer.tsx';
import { CallCard } from './call-card.tsx';
import { ConnectionStatus, StaleNotice } from './connection-status.tsx';
import { EventList } from './event-list.tsx';
import { RecordingPanel } from './recording-panel.tsx';
import { usePageTitle } from './use-page-title.ts';
import { useRepDesk } from './use-rep-desk.ts';
import { Wordmark } from './wordmark.tsx';
import './desk.css';

interface RepDeskPageProps {
  token: string;
  onUnauthorized: () => void;
  onSignOut: () => void;
}

/** The main page of a signed-in rep. */
export function RepDeskPage({ token, onUnauthorized, onSignOut }: RepDeskPageProps) {
  const desk = useRepDesk(token, onUnauthorized);
  const { call, recording, link } = desk;
  const main = useRef<HTMLElement>(null);
  usePageTitle(desk);
  // The sign-in form, which had the focus, has been removed.
  useEffect(() => main.current?.focus(), []);
  return (
    <div className="desk" data-link={link} data-paused={call !== null && recording.paused}>
      <header className="top">
        <Wordmark />
        <ConnectionStatus link={link} lastMessageAt={desk.lastMessageAt} />
        <button type="button" onClick={onSignOut}>
          Sign out
        </button>
      </header>
      <main ref={main} tabIndex={-1}>
        <h1 className="for-screen-readers">Your calls</h1>
        <div className="now">
          <StaleNotice {...desk} />
          {desk.outdated && <OutdatedNotice />}
          <div className="ticket">
            <RecordingPanel desk={desk} />
            <CallCard desk={desk} />
          </div>
        </div>
        <EventList log={desk.log} />
      </main>
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
