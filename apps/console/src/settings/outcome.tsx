import { useEffect, useRef } from 'react';
import { Notice } from '../ui/notice.tsx';
import './settings.css';

interface OutcomeProps {
  /** What was done; empty: nothing yet. */
  done: string;
  /** Why the last change failed. */
  error: Error | null;
}

/** The result of the last change. It takes the focus, because the button of the change may have been removed. */
export function Outcome({ done, error }: OutcomeProps) {
  const place = useRef<HTMLDivElement>(null);
  const failure = error?.message ?? '';
  useEffect(() => {
    if (done !== '' || failure !== '') place.current?.focus();
  }, [done, failure]);
  if (failure === '' && done === '') return null;
  return (
    <div ref={place} className="outcome" tabIndex={-1}>
      {failure === '' ? <Notice kind="success">{done}</Notice> : <Notice kind="error">{failure}</Notice>}
    </div>
  );
}
