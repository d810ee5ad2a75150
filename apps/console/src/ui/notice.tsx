import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { passFocusOn } from './pass-focus-on.ts';

interface NoticeProps {
  /** `error` is read to a screen reader at once. */
  kind: 'error' | 'caution' | 'info' | 'success';
  children: ReactNode;
  action?: { label: string; onPress: () => void };
}

/** A message with an optional action. */
export function Notice({ kind, children, action }: NoticeProps) {
  return (
    <div ref={passFocusOn} className="notice" data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      <div>{children}</div>
      {action !== undefined && (
        <Button variant="quiet" onPress={action.onPress}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
