import { type ReactNode, useEffect, useRef } from 'react';
import { useUnsavedChanges } from '../app/unsaved-changes.tsx';
import { Button } from '../ui/button.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Section } from '../ui/page.tsx';

interface ShownOnceProps {
  title: string;
  lead: ReactNode;
  value: string;
  /** The name of the value, for screen readers. */
  what: string;
  /** What leaving the page would lose. */
  kind: Parameters<typeof useUnsavedChanges>[1];
  children: ReactNode;
  done: string;
  onDone: () => void;
}

/** Something secret that was just made. It has the focus, and the page asks before it is left. */
export function ShownOnce({ title, lead, value, what, kind, children, done, onDone }: ShownOnceProps) {
  const place = useRef<HTMLDivElement>(null);
  useUnsavedChanges(true, kind);
  useEffect(() => place.current?.focus(), []);
  const close = () => {
    // The button leaves the page.
    place.current?.closest('main')?.focus();
    onDone();
  };
  return (
    <div ref={place} className="outcome" tabIndex={-1}>
      <Section title={title}>
        <p>{lead}</p>
        <p className="copy-box issued-key">
          <Copyable value={value} what={what} />
        </p>
        {children}
        <div className="form-actions">
          <Button onPress={close}>{done}</Button>
        </div>
      </Section>
    </div>
  );
}
