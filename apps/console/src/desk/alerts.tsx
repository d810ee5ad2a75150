import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localStore } from '../app/page-storage.ts';
import { useSession } from '../app/session.tsx';
import { type ClaimPlace, claimAlert } from './alert-claim.ts';
import { nameOfCall } from './caller.ts';
import { mayPlayChime, playChime } from './chime.ts';
import type { PastCall } from './rep-desk-model.ts';

const soundKey = 'callside.sound';
const tabId = crypto.getRandomValues(new Uint32Array(2)).join('-');
/** Time for the other tabs to write their claim; the push reaches all of them within a few milliseconds. */
const settleMs = 80;

/** The settings of alerts. A call whose start this page received causes one sound and one notification for all tabs. */
export function Alerts({ arrival }: { arrival: PastCall | null }) {
  const { t } = useTranslation();
  const { user } = useSession();
  const [hasSound, setSound] = useState(() => localStore.getItem(soundKey) !== 'off');
  const [permission, setPermission] = useState(permissionNow);
  const isSilent = !useMayPlay() && hasSound;
  const hint = useId();
  const reference = arrival?.call.reference ?? null;

  // A change of the call's data causes no alert.
  useEffect(() => {
    if (arrival === null) return;
    const { call } = arrival;
    if (localStore.getItem(soundKey) !== 'off' && mayPlayChime()) give('sound', call.reference, playChime);
    if (permission === 'granted') give('notification', call.reference, () => notify(arrival));
  }, [reference]);

  function give(kind: ClaimPlace['kind'], call: string, alert: () => void): void {
    const place = {
      store: localStore,
      locks: globalThis.isSecureContext ? navigator.locks : null,
      userId: user.id,
      kind,
      tabId,
      settle: () => new Promise<void>((resolve) => setTimeout(resolve, settleMs)),
    };
    claimAlert(place, call)
      .then((isMine) => {
        if (isMine) alert();
      })
      // An alert that fails must not disturb the page, which shows the call.
      .catch(() => {});
  }

  function notify({ call, customer }: PastCall): void {
    const body = nameOfCall({ call, customer });
    const notification = new Notification(t('desk.newCall'), { body, tag: call.reference });
    notification.onclick = () => window.focus();
  }

  return (
    <div className="alerts">
      <div className="sound" data-silent={isSilent}>
        <input
          id={`${hint}-box`}
          type="checkbox"
          aria-describedby={isSilent ? hint : undefined}
          checked={hasSound}
          onChange={({ target }) => {
            localStore.setItem(soundKey, target.checked ? 'on' : 'off');
            setSound(target.checked);
            if (target.checked) playChime();
          }}
        />
        <label htmlFor={`${hint}-box`}>{t('desk.sound')}</label>
        {/* It keeps its place when it leaves, so that nothing beside or below it moves. */}
        <small id={hint} className="muted">
          {t('desk.soundLater')}
        </small>
      </div>
      {permission === 'default' && (
        <button
          type="button"
          className="quiet"
          onClick={() => void Notification.requestPermission().then(() => setPermission(permissionNow()))}
        >
          {t('desk.notify')}
        </button>
      )}
      {permission === 'granted' && <span className="muted">{t('desk.notifyOn')}</span>}
      {permission === 'denied' && <span className="muted">{t('desk.notifyBlocked')}</span>}
    </div>
  );
}

function useMayPlay(): boolean {
  const [mayPlay, setMayPlay] = useState(mayPlayChime);
  useEffect(() => {
    if (mayPlay) return;
    const look = () => setMayPlay(mayPlayChime());
    const presses = ['click', 'keyup'] as const;
    for (const press of presses) document.addEventListener(press, look);
    return () => {
      for (const press of presses) document.removeEventListener(press, look);
    };
  }, [mayPlay]);
  return mayPlay;
}

/** Over plain HTTP on a named host there are no notifications. */
function permissionNow(): NotificationPermission | 'unavailable' {
  return 'Notification' in globalThis && globalThis.isSecureContext ? Notification.permission : 'unavailable';
}
