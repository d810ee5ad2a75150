import { firstStepsSchema, type FirstSteps as Steps } from '@callside/schemas';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useBrandOfHost } from '../app/console-user.ts';
import { localStore } from '../app/page-storage.ts';
import { useSession } from '../app/session.tsx';
import { useFormats } from '../app/use-formats.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Section } from '../ui/page.tsx';
import { areAllDone, isDone, stepNames } from './step-states.ts';

const lookEveryMs = 10_000;

/** How an organisation begins, as far as it is on file. It goes when all is done, or when the owner hides it in this browser. */
export function FirstSteps() {
  const { t } = useTranslation();
  const { api, user } = useSession();
  const key = `callside hidden first steps ${user.id}`;
  const [isHidden, setHidden] = useState(() => localStore.getItem(key) !== null);
  const read = useQuery({
    queryKey: ['first-steps'],
    queryFn: () => api.get('first-steps', firstStepsSchema),
    refetchInterval: ({ state: { data } }) => (data !== undefined && areAllDone(data) ? false : lookEveryMs),
    enabled: !isHidden,
  });
  // What is not known is not claimed: without an answer there is no list.
  const steps = read.data;
  if (isHidden || steps === undefined || areAllDone(steps)) return null;
  const hide = () => {
    localStore.setItem(key, '');
    setHidden(true);
  };
  return (
    <Section title={t('firstSteps.title')} actions={<Button onPress={hide}>{t('firstSteps.hide')}</Button>}>
      <p className="muted">{t('firstSteps.lead')}</p>
      <ol className="first-steps">
        {stepNames.map((name) => (
          <li key={name} data-state={isDone[name](steps) ? 'done' : 'open'}>
            <h3>
              {t(`firstSteps.${name}.title`)}{' '}
              <Badge tone={isDone[name](steps) ? 'good' : 'neutral'}>
                {t(isDone[name](steps) ? 'firstSteps.done' : 'firstSteps.open')}
              </Badge>
            </h3>
            <StepText name={name} steps={steps} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function StepText({ name, steps }: { name: (typeof stepNames)[number]; steps: Steps }) {
  const { t } = useTranslation();
  const { number, dateTime } = useFormats();
  const slug = useBrandOfHost().data?.slug ?? '';
  const { products, dialler, reps, model } = steps;
  const command = (text: string) => <Copyable value={text} what={t('firstSteps.command')} />;
  const done = (text: string) => <p>{text}</p>;
  const open = (text: string, next: ReactNode) => (
    <>
      <p>{text}</p>
      <p className="first-steps-next">{next}</p>
    </>
  );
  switch (name) {
    case 'products':
      if (isDone.products(steps)) return done(t('firstSteps.products.done', { number: number(products) }));
      return open(t('firstSteps.products.open'), <Link to="/recommender/import">{t('recommender.toImport')}</Link>);
    case 'dialler':
      if (isDone.dialler(steps)) return done(t('firstSteps.dialler.done'));
      if (dialler.refused === null) {
        return open(
          t('firstSteps.dialler.open'),
          <Link to="/settings/api-keys">{t('firstSteps.dialler.action')}</Link>,
        );
      }
      return open(
        t('firstSteps.dialler.wrongKey', {
          number: number(dialler.refused.requests),
          at: dateTime(dialler.refused.last_seen_at),
        }),
        <Link to="/settings/api-keys">{t('firstSteps.dialler.see')}</Link>,
      );
    case 'reps':
      if (isDone.reps(steps)) {
        const counts = { signedIn: number(reps.signed_in), active: number(reps.active) };
        return done(t('firstSteps.reps.done', counts));
      }
      return open(t('firstSteps.reps.open'), <Link to="/settings/people">{t('firstSteps.reps.action')}</Link>);
    case 'recording':
      if (isDone.recording(steps)) return done(t('firstSteps.recording.done'));
      return open(
        t('firstSteps.recording.open'),
        <>
          {command(`callside token issue --brand ${slug} --email REP --audience companion`)}{' '}
          <Link to="/settings/brand">{t('firstSteps.recording.other')}</Link>
        </>,
      );
    case 'model':
      if (model.trained_at !== null) return done(t('firstSteps.model.done', { at: dateTime(model.trained_at) }));
      return open(t('firstSteps.model.open'), <Link to="/recommender">{t('firstSteps.model.action')}</Link>);
  }
}
