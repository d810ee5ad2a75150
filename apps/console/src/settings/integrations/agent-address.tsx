import { type IntegrationView, integrationAddressSchema } from '@callside/schemas';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../app/session.tsx';
import { useFieldProblem } from '../../app/use-field-problem.ts';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Makes the address for the calls of one agent, for a platform that does not name them. */
export function AgentAddress({ integration: { platform, name, updated_at } }: { integration: IntegrationView }) {
  const { t } = useTranslation();
  const { api } = useSession();
  const [agent, setAgent] = useState('');
  const [customer, setCustomer] = useState('');
  const make = useMutation({
    mutationFn: (asked: { agent: string; customer: string; setAt: string }) => {
      const body = { agent: asked.agent, customer: asked.customer || null };
      return api.post(`settings/integrations/${encodeURIComponent(platform)}/address`, body, integrationAddressSchema);
    },
  });
  const agentProblem = useFieldProblem(make.error, 'agent', agent);
  // Another secret makes another address.
  const isCurrent = make.variables?.setAt === updated_at;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate({ agent, customer, setAt: updated_at });
  };
  return (
    <details>
      <summary>{t('integrations.ofAgent')}</summary>
      <form className="settings-form" onSubmit={submit} aria-label={t('integrations.ofAgentOf', { name })}>
        <p className="muted">{t('integrations.ofAgentHelp')}</p>
        <div className="fields">
          <TextField
            label={t('integrations.agent')}
            value={agent}
            onChange={setAgent}
            isRequired
            maxLength={320}
            error={agentProblem}
          />
          <TextField
            label={t('integrations.customer')}
            description={t('integrations.customerHelp')}
            value={customer}
            onChange={setCustomer}
            maxLength={320}
          />
        </div>
        <div className="form-actions">
          <Button type="submit" isDisabled={make.isPending}>
            {t('integrations.makeAddress')}
          </Button>
        </div>
        {make.error !== null && agentProblem === undefined && <Notice kind="error">{make.error.message}</Notice>}
        {make.data !== undefined && isCurrent && (
          <p className="copy-box" role="status">
            <Copyable value={make.data.url} what={t('integrations.addressOf', { name: make.variables?.agent ?? '' })} />
          </p>
        )}
      </form>
    </details>
  );
}
