import type { ReactNode } from 'react';

/** A state in a word. The word says it; the colour only repeats it. */
export function Badge({ tone, children }: { tone: 'good' | 'bad' | 'caution' | 'neutral'; children: ReactNode }) {
  return (
    <span className="badge" data-tone={tone}>
      {children}
    </span>
  );
}
