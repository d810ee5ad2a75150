import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface CopyableProps {
  /** The text to copy. */
  value: string;
  /** The text to show, if it differs. */
  children?: string;
  /** The name of the value for the button: "Copy number". */
  what: string;
}

type Outcome = 'copied' | 'selected';

const outcomeMs = 2500;

/** A text with a button that copies it, or selects it if the browser offers no clipboard (plain HTTP). */
export function Copyable({ value, children = value, what }: CopyableProps) {
  const { t } = useTranslation();
  const text = useRef<HTMLSpanElement>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), outcomeMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setOutcome('copied');
    } catch {
      if (text.current !== null) getSelection()?.selectAllChildren(text.current);
      setOutcome('selected');
    }
  };

  return (
    <span className="copyable">
      <span ref={text} className="copyable-text">
        {children}
      </span>
      <button type="button" className="quiet" onClick={copy} aria-label={t('copy.of', { what })}>
        <CopyIcon />
        <span aria-hidden="true">{t(`copy.${outcome ?? 'copy'}`)}</span>
      </button>
      <span className="for-screen-readers" aria-live="polite">
        {outcome === null ? '' : t(`copy.${outcome}`)}
      </span>
    </span>
  );
}

function CopyIcon() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M10.5 3.5v-1h-8v8h1" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  );
}
