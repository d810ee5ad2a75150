import { createPortal } from 'react-dom';
import type { Announcement } from './rep-desk-model.ts';

/**
 * Announces changes to screen readers. The live regions stay in the page; only their content changes. They are outside of #root,
 * and React Aria leaves elements with `data-live-announcer` as they are, so they also speak while a dialog makes the page inert.
 */
export function Announcer({ announcement: { serial, polite, urgent } }: { announcement: Announcement }) {
  return createPortal(
    <div className="for-screen-readers" data-live-announcer="true">
      <div aria-live="polite">
        <p key={serial}>{polite}</p>
      </div>
      <div aria-live="assertive">
        <p key={serial}>{urgent}</p>
      </div>
    </div>,
    document.body,
  );
}
