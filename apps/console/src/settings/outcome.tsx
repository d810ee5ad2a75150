import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useIsOfEndedSession } from '../app/session.tsx';
import { Notice } from '../ui/notice.tsx';
import './settings.css';

interface OutcomeProps {
  /** What was done; empty: nothing yet. */
  done: string;
  /** `caution`: it was done, and there is something to note about it. */
  kind?: 'success' | 'caution';
  /** The pressed button is still there: the success leaves the focus to it. */
  keepsFocus?: boolean;
  /** Why the last change failed. */
  error: Error | null;
}

/**
 * The result of the last change. It takes the focus, because the button of the change may have been removed. If a field says why the
 * change failed, the field takes the focus, and the reason is not shown twice.
 */
export function Outcome({ done, kind = 'success', keepsFocus = false, error }: OutcomeProps) {
  const place = useRef<HTMLDivElement>(null);
  /** The error that a field shows. */
  const [inField, setInField] = useState<Error | null>(null);
  useLayoutEffect(() => {
    if (error !== null && fieldThatShows(error) !== undefined) setInField(error);
  }, [error]);
  const isOfEndedSession = useIsOfEndedSession(error);
  // After the other effect: until then a dialog that closes keeps the page inert.
  useEffect(() => {
    if (isOfEndedSession) document.querySelector<HTMLElement>('.session-ended')?.focus();
    else if (error !== null) (fieldThatShows(error) ?? place.current)?.focus();
    else if (done !== '' && !keepsFocus) place.current?.focus();
  }, [done, error, isOfEndedSession, keepsFocus]);
  if (isOfEndedSession || (error === null ? done === '' : error === inField)) return null;
  return (
    <div ref={place} className="outcome" tabIndex={-1}>
      {error === null ? <Notice kind={kind}>{done}</Notice> : <Notice kind="error">{error.message}</Notice>}
    </div>
  );
}

function fieldThatShows({ message }: Error): HTMLElement | undefined {
  const refused = [...document.querySelectorAll<HTMLElement>('main [aria-invalid="true"]')];
  return refused.find((field) => {
    const shown = field.closest('.field')?.querySelector('.field-error')?.textContent ?? '';
    return shown !== '' && message.includes(shown);
  });
}
