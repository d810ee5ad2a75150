import { type CallEventName, callEventNames, type EventWay, type WouldChange } from '@callside/schemas';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemWithFields } from '../app/brand-api.ts';
import { useOneAtATime } from '../app/one-at-a-time.ts';
import { useIsOfEndedSession, useSession } from '../app/session.tsx';
import { useFormats } from '../app/use-formats.ts';
import { callEventWords } from '../texts/call-event-words.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { sendAgain } from './event-requests.ts';

interface ResendFormProps {
  way: EventWay;
  onClose: () => void;
}

const effectKeys = {
  superseded: 'events.resend.effect.superseded',
  ended: 'events.resend.effect.ended',
  hold: 'events.resend.effect.hold',
  recording: 'events.resend.effect.recording',
} as const;

/** A refused request, to be corrected and sent again as a new event. */
export function ResendForm({ way, onClose }: ResendFormProps) {
  const { t } = useTranslation();
  const { api } = useSession();
  const queries = useQueryClient();
  const { item } = way;
  const [event, setEvent] = useState<CallEventName>(item.event ?? 'call-started');
  const [text, setText] = useState(() => JSON.stringify(way.body ?? { agent_email: item.agent_email ?? '' }, null, 2));
  const [asked, setAsked] = useState<WouldChange['would_change'] | null>(null);
  const body = readObject(text);
  const sending = useMutation({
    mutationFn: (confirmedCall: string | null) =>
      sendAgain(api, item.id, { event, body: body ?? {}, confirm_call: confirmedCall }),
    onSuccess: (outcome) => {
      setAsked('wouldChange' in outcome ? outcome.wouldChange : null);
      void queries.invalidateQueries({ queryKey: ['events'] });
    },
  });
  const isOfEndedSession = useIsOfEndedSession(sending.error);
  const send = useOneAtATime((confirmedCall: string | null) => sending.mutateAsync(confirmedCall));
  const sent = sending.data !== undefined && 'sent' in sending.data ? sending.data.sent : null;
  if (sent !== null) {
    return (
      <>
        <Notice kind="success">
          {sent.call_active ? t('events.resend.applied') : t('events.resend.recorded')} {sent.event_id}
        </Notice>
        <div className="dialog-choices">
          <Button autoFocus onPress={onClose}>
            {t('events.resend.back')}
          </Button>
        </div>
      </>
    );
  }
  return (
    <>
      <p>{t('events.resend.lead')}</p>
      <label className="filter-choice">
        <span>{t('events.filter.kind')}</span>
        <select
          className="field-input"
          value={event}
          onChange={({ target }) => setEvent(callEventNames.find((name) => name === target.value) ?? event)}
        >
          {callEventNames.map((name) => (
            <option key={name} value={name}>
              {t(callEventWords[name])}
            </option>
          ))}
        </select>
      </label>
      <div className="events-json">
        <TextField
          label={t('events.resend.body')}
          rows={10}
          value={text}
          onChange={(changed) => {
            setText(changed);
            setAsked(null);
            sending.reset();
          }}
          {...(body === null && { error: t('events.resend.notJson') })}
        />
      </div>
      {sending.isError && !isOfEndedSession && <Notice kind="error">{problemWithFields(sending.error)}</Notice>}
      {asked !== null && <Warning asked={asked} />}
      <div className="dialog-choices">
        {/* The question puts the focus on the choice that changes nothing. */}
        <Button key={asked?.call.reference ?? 'cancel'} autoFocus={asked !== null} onPress={onClose}>
          {t('events.resend.cancel')}
        </Button>
        {/* Not disabled for the browser while it is sent: a disabled button loses the focus. */}
        {asked === null ? (
          <Button
            variant="primary"
            isDisabled={body === null}
            aria-disabled={sending.isPending}
            onPress={() => void send(null)}
          >
            {t('events.resend.send')}
          </Button>
        ) : (
          <Button variant="danger" aria-disabled={sending.isPending} onPress={() => void send(asked.call.reference)}>
            {t('events.resend.confirm')}
          </Button>
        )}
      </div>
    </>
  );
}

function Warning({ asked }: { asked: WouldChange['would_change'] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { call, effect } = asked;
  return (
    <Notice kind="caution">
      {t('events.resend.onCall', {
        agent: call.agent_email,
        number: call.phone_number,
        since: formats.time(call.started_at),
      })}{' '}
      {t(effectKeys[effect])}
    </Notice>
  );
}

/** null: the text is no JSON object. */
function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
