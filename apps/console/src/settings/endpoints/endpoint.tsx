import type { EndpointView } from '@callside/schemas';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../app/use-formats.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/page.tsx';
import { DeliveryTable } from './delivery-table.tsx';

interface EndpointProps {
  endpoint: EndpointView;
  onRemove: () => void;
  /** null: all that wait or were given up. */
  onResend: (delivery: string | null) => void;
}

const tones = { on: 'good', failing: 'caution', off: 'bad' } as const;

/** An endpoint: its state, what it gets, and the log of its deliveries. */
export function Endpoint({ endpoint, onRemove, onResend }: EndpointProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const [isOpen, setIsOpen] = useState(false);
  const { url, state, events, created_at, failing_since, off_at, waiting, failed } = endpoint;
  return (
    <Section
      title={url}
      actions={
        <div className="row-actions">
          {(failed > 0 || state !== 'on') && (
            <Button aria-label={t('endpoints.resendAllTo', { url })} onPress={() => onResend(null)}>
              {t(state === 'off' ? 'endpoints.switchOn' : 'endpoints.resendAll')}
            </Button>
          )}
          <Button variant="danger" aria-label={t('endpoints.removeOne', { url })} onPress={onRemove}>
            {t('endpoints.remove')}
          </Button>
        </div>
      }
    >
      {off_at !== null && <Notice kind="caution">{t('endpoints.isOff', { when: dateTime(off_at) })}</Notice>}
      <p>
        <Badge tone={tones[state]}>{t(`endpoints.states.${state}`)}</Badge>{' '}
        {off_at === null && failing_since !== null && t('endpoints.failingSince', { when: dateTime(failing_since) })}
      </p>
      <p>{events.map((event) => t(`endpoints.event.${event}`)).join(', ')}</p>
      <p className="muted">
        {t('endpoints.addedAt', { when: dateTime(created_at) })} {t('endpoints.counts', { waiting, failed })}
      </p>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>{t('endpoints.log')}</summary>
        {isOpen && <DeliveryTable endpoint={endpoint} onResend={onResend} />}
      </details>
    </Section>
  );
}
