import type { IssuedApiKeyView } from '@callside/schemas';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedChanges } from '../../app/unsaved-changes.tsx';
import { useFormats } from '../../app/use-formats.ts';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Section } from '../../ui/page.tsx';

interface IssuedKeyProps {
  issued: IssuedApiKeyView;
  onDone: () => void;
}

/** The pages of the guide that say how a program uses a key. */
const guides = { 'call-events': 'six-events', recommender: 'offers-and-purchases', embed: 'embedding' } as const;

/** A new key, which is shown only this once. */
export function IssuedKey({ issued, onDone }: IssuedKeyProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const place = useRef<HTMLDivElement>(null);
  useUnsavedChanges(true, 'key');
  useEffect(() => place.current?.focus(), []);
  const close = () => {
    // The button leaves the page.
    place.current?.closest('main')?.focus();
    onDone();
  };
  return (
    <div ref={place} className="outcome" tabIndex={-1}>
      <Section title={t('apiKeys.copyNow')}>
        <p>{t('apiKeys.shownOnce')}</p>
        <p className="issued-key">
          <Copyable value={issued.key} what={issued.label ?? t('apiKeys.unnamed')} />
        </p>
        {issued.feature === 'call-events' && (
          <p>{t('apiKeys.sendTo', { address: `${location.origin}/call-events/call-started` })}</p>
        )}
        <p>
          <a href={`/docs/guide/${guides[issued.feature]}.html`} target="_blank" rel="noopener">
            {t(`apiKeys.guide.${issued.feature}`)}
          </a>
        </p>
        {issued.replaced !== undefined && (
          <p>{t('apiKeys.oldKeyEnds', { when: dateTime(issued.replaced.expires_at) })}</p>
        )}
        <div className="form-actions">
          <Button onPress={close}>{t('apiKeys.haveIt')}</Button>
        </div>
      </Section>
    </div>
  );
}
