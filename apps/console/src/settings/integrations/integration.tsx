import type { IntegrationView } from '@callside/schemas';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../app/use-formats.ts';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Section } from '../../ui/page.tsx';
import { AgentAddress } from './agent-address.tsx';
import { LastPayload } from './last-payload.tsx';

interface IntegrationProps {
  integration: IntegrationView;
  onRemove: () => void;
}

/** A platform that is set: its address, and what it sent last. */
export function Integration({ integration, onRemove }: IntegrationProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const { name, url, secret, updated_at, last_accepted, last_refused } = integration;
  return (
    <Section
      title={name}
      actions={
        <Button variant="danger" aria-label={t('integrations.removeOne', { name })} onPress={onRemove}>
          {t('integrations.remove')}
        </Button>
      }
    >
      <p>{t('integrations.enterAddress', { name })}</p>
      <p className="copy-box">
        <Copyable value={url} what={t('integrations.addressOf', { name })} />
      </p>
      <p className="muted">
        {secret === null ? t('integrations.byKey') : t('integrations.bySignature', { secret })}{' '}
        {t('integrations.setAt', { when: dateTime(updated_at) })}
      </p>
      <AgentAddress integration={integration} />
      {last_accepted === null && last_refused === null && <p className="muted">{t('integrations.nothingYet')}</p>}
      {last_accepted !== null && <LastPayload payload={last_accepted} />}
      {last_refused !== null && <LastPayload payload={last_refused} />}
    </Section>
  );
}
