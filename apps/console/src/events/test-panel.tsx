import type { CallEventName } from '@callside/schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOneAtATime } from '../app/one-at-a-time.ts';
import { ProblemNotice } from '../app/problem-notice.tsx';
import { useSession } from '../app/session.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { UserOptions } from '../ui/user-options.tsx';
import { placeTestEvent, readTestCalls } from './event-requests.ts';

const lookEveryMs = 5_000;

const buttons: readonly { event: CallEventName; text: `events.test.${string}` }[] = [
  { event: 'hold-started', text: 'events.test.hold' },
  { event: 'hold-ended', text: 'events.test.unhold' },
  { event: 'recording-paused', text: 'events.test.pause' },
  { event: 'recording-resumed', text: 'events.test.resume' },
  { event: 'call-ended', text: 'events.test.end' },
];

/** Places calls for a rep without a dialler, where the deployment allows it. */
export function TestPanel() {
  const { t } = useTranslation();
  const { api } = useSession();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState('');
  const [number, setNumber] = useState('+14155552671');
  const tests = useQuery({ queryKey: ['test-calls'], queryFn: () => readTestCalls(api), refetchInterval: lookEveryMs });
  const reps = tests.data?.reps ?? [];
  const rep = reps.find(({ user_id }) => user_id === chosen) ?? reps[0];
  const placing = useMutation({
    mutationFn: (event: CallEventName) =>
      placeTestEvent(api, {
        event,
        user_id: rep?.user_id ?? '',
        ...(event === 'call-started' && { phone_number: number }),
      }),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['test-calls'] });
      void queries.invalidateQueries({ queryKey: ['events'] });
    },
  });
  const place = useOneAtATime((event: CallEventName) => placing.mutateAsync(event));
  if (tests.data?.allowed !== true || rep === undefined) return null;
  const isReal = rep.on_call === 'real';
  return (
    <details className="section events-test">
      <summary>{t('events.test.title')}</summary>
      <div className="events-test-body">
        <p className="muted">{t('events.test.lead')}</p>
        <div className="fields">
          <label className="filter-choice">
            <span>{t('events.test.rep')}</span>
            <select className="field-input" value={rep.user_id} onChange={({ target }) => setChosen(target.value)}>
              <UserOptions users={reps} />
            </select>
          </label>
          <TextField
            label={t('events.test.number')}
            type="tel"
            value={number}
            maxLength={64}
            onChange={setNumber}
            error={number.trim() === '' ? t('problems.empty') : undefined}
          />
        </div>
        {isReal && <Notice kind="caution">{t('events.test.real')}</Notice>}
        {placing.isError && <ProblemNotice error={placing.error} />}
        <div className="events-test-buttons">
          {/* Not disabled for the browser while an event is placed: a disabled button loses the focus. */}
          <Button
            variant="primary"
            isDisabled={isReal || number.trim() === ''}
            aria-disabled={placing.isPending}
            onPress={() => void place('call-started')}
          >
            {t('events.test.start')}
          </Button>
          {buttons.map(({ event, text }) => (
            <Button
              key={event}
              isDisabled={rep.on_call !== 'test'}
              aria-disabled={placing.isPending}
              onPress={() => void place(event)}
            >
              {t(text as 'events.test.hold')}
            </Button>
          ))}
        </div>
      </div>
    </details>
  );
}
