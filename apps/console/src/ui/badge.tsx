import type { ReactNode } from 'react';

/** A state in one word. The colour only repeats the word. */
export function Badge({ tone, children }: { tone: 'good' | 'bad' | 'caution' | 'neutral'; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
