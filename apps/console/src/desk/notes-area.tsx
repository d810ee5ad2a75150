import type { CustomerMatch } from '@callside/schemas';
import { useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../app/use-formats.ts';
import { EarlierSales } from '../offers/earlier-sales.tsx';
import { Button } from '../ui/button.tsx';
import { CallNotes, type CallNotesProps } from './call-notes.tsx';
import { nameOfCall } from './caller.ts';
import type { PastCall, RepDesk } from './rep-desk-model.ts';
import { durationText } from './time-text.ts';
import { useDeskCall } from './use-desk-reads.ts';
import { useRepNotes, useSavedNotes } from './use-rep-notes.ts';

interface NotesAreaProps {
  desk: RepDesk;
  previous: PastCall | null;
}

/**
 * The notes of one call: of the live one, else of the previous one. The others are lines that open theirs instead. A field that is in use
 * stays when the next call connects, so that what is typed never goes to another call.
 */
export function NotesArea({ desk, previous }: NotesAreaProps) {
  const { call, customer, link } = desk;
  useSavedNotes(link === 'live');
  const { t } = useTranslation();
  const notes = useRepNotes();
  const unsettled = useSyncExternalStore(notes.subscribe, notes.unsettled);
  const [isInUse, setInUse] = useState(false);
  const live = call?.reference ?? null;
  const usual = live ?? previous?.call.reference ?? null;
  const [chosen, setChosen] = useState({ during: live, reference: live, isByRep: false });
  if (chosen.during !== live) {
    // The notes of a call that ended stay until the next one; those in use also then.
    const usualBefore = chosen.during ?? previous?.call.reference ?? null;
    const reference = live === null ? chosen.reference : isInUse ? (chosen.reference ?? usualBefore) : live;
    setChosen({ during: live, reference, isByRep: false });
  }
  const open = chosen.reference ?? usual;
  const known = [live, open, previous?.call.reference ?? null, ...unsettled];
  const references = [...new Set(known.filter((one) => one !== null))];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it gets the focus when the element that had it was removed.
    <div
      className="notes-area"
      tabIndex={-1}
      onFocus={(event) => event.target === event.currentTarget && setInUse(false)}
    >
      {open === null && <p className="muted">{t('desk.notesOfCall')}</p>}
      {open !== null && <OpenNotes key={open} {...of(open)} isOpened={chosen.isByRep} onUse={setInUse} />}
      {references.some((one) => one !== open) && (
        <ul className="other-notes" aria-label={t('desk.otherNotes')}>
          {references
            .filter((one) => one !== open)
            .map((one) => (
              <NotesLine
                key={one}
                {...of(one)}
                isUnsettled={unsettled.includes(one)}
                onOpen={() => setChosen({ during: live, reference: one, isByRep: true })}
              />
            ))}
        </ul>
      )}
      <EarlierSales desk={desk} previous={previous} />
    </div>
  );

  function of(reference: string): OneCallProps {
    const isPrevious = reference === previous?.call.reference;
    const kind = reference === live ? 'live' : isPrevious ? 'previous' : 'earlier';
    const ended = isPrevious ? previous : null;
    return { reference, kind, customer: kind === 'live' ? customer : (ended?.customer ?? null), ended };
  }
}

interface OneCallProps {
  reference: string;
  kind: 'live' | 'previous' | 'earlier';
  customer: CustomerMatch | null;
  /** The call as this page received it; null: as it is read. */
  ended: PastCall | null;
}

const titles = { live: 'desk.notes', previous: 'desk.previousNotes', earlier: 'desk.earlierNotes' } as const;

function OpenNotes({ isOpened, onUse, ...one }: OneCallProps & Pick<CallNotesProps, 'isOpened' | 'onUse'>) {
  const { t } = useTranslation();
  const { data } = useDeskCall(one.reference, one.customer);
  // The notes are those of the call: what is typed stays while the call is read again for another customer.
  const known = useRef(data);
  known.current = data ?? known.current;
  const about = useCallInWords(one);
  return (
    <CallNotes
      reference={one.reference}
      stored={known.current?.notes ?? null}
      followUp={known.current?.follow_up ?? null}
      title={t(titles[one.kind])}
      about={one.kind === 'live' ? null : about}
      isOpened={isOpened}
      onUse={onUse}
    />
  );
}

function NotesLine({ isUnsettled, onOpen, ...one }: OneCallProps & { isUnsettled: boolean; onOpen: () => void }) {
  const { t } = useTranslation();
  const about = useCallInWords(one);
  return (
    <li>
      <span className="other-notes-call">
        {t(one.kind === 'live' ? 'desk.thisCall' : one.kind === 'previous' ? 'desk.previousCall' : 'desk.earlierCall')}
        {one.kind !== 'live' && about !== null && `: ${about}`}
        {isUnsettled && <b> {t('desk.unsaved')}</b>}
      </span>
      <Button variant="quiet" aria-label={`${t('desk.openNotes')}: ${t(titles[one.kind])}`} onPress={onOpen}>
        {t('desk.openNotes')}
      </Button>
    </li>
  );
}

/** Whose call it was and when it ended; null until it is known. */
function useCallInWords({ reference, customer, ended }: OneCallProps): string | null {
  const { t } = useTranslation();
  const { time } = useFormats();
  const { data } = useDeskCall(reference, customer);
  const call = ended?.call ?? data?.call;
  if (call === undefined) return null;
  const shown = data?.customer ?? ended?.customer ?? null;
  const endedAt = ended?.endedAt ?? data?.call.ended_at ?? null;
  const end =
    endedAt === null
      ? t('desk.endedUnknown')
      : t('desk.endedAfter', {
          time: time(endedAt),
          duration: durationText(Date.parse(endedAt) - Date.parse(call.started_at)),
        });
  return `${nameOfCall({ call, customer: shown }, ' · ')} · ${end}`;
}
