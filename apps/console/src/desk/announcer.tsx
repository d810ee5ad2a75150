import type { Announcement } from './rep-desk-model.ts';

/** Announces changes to screen readers. The live regions stay in the page; only their content changes. */
export function Announcer({ announcement: { serial, polite, urgent } }: { announcement: Announcement }) {
  return (
    <div className="for-screen-readers">
      <div aria-live="polite">
        <p key={serial}>{polite}</p>
      </div>
      <div aria-live="assertive">
        <p key={serial}>{urgent}</p>
      </div>
    </div>
  );
}
