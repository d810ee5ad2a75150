import type { AddedEndpoint } from '@callside/schemas';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedChanges } from '../../app/unsaved-changes.tsx';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Section } from '../../ui/page.tsx';
import { Words } from '../../ui/words.tsx';

/** The secret of a new endpoint, which is shown only this once. */
export function AddedSecret({ added, onDone }: { added: AddedEndpoint; onDone: () => void }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  useUnsavedChanges(true, 'secret');
  useEffect(() => place.current?.focus(), []);
  const close = () => {
    // The button leaves the page.
    place.current?.closest('main')?.focus();
    onDone();
  };
  return (
    <div ref={place} className="outcome" tabIndex={-1}>
      <Section title={t('endpoints.copyNow')}>
        <p>
          <Words>{t('endpoints.shownOnce', { url: added.url })}</Words>
        </p>
        <p className="issued-key">
          <Copyable value={added.secret} what={t('endpoints.secret')} />
        </p>
        <p>
          <a href="/docs/guide/endpoints.html" target="_blank" rel="noopener">
            {t('endpoints.guide')}
          </a>
        </p>
        <div className="form-actions">
          <Button onPress={close}>{t('endpoints.haveIt')}</Button>
        </div>
      </Section>
    </div>
  );
}
