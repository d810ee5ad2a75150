import {
  type ApiKeyView,
  apiKeyListSchema,
  apiKeySchema,
  type IssuedApiKeyView,
  issuedApiKeySchema,
  type KeyOverlap,
} from '@callside/schemas';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemNotice } from '../../app/problem-notice.tsx';
import { useSession } from '../../app/session.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Outcome } from '../outcome.tsx';
import { useChange } from '../use-change.ts';
import { ApiKeyTable } from './api-key-table.tsx';
import { IssueKeyForm, type KeyRequest } from './issue-key-form.tsx';
import { IssuedKey } from './issued-key.tsx';
import { statusOf } from './key-status.ts';
import { RefusedKeys } from './refused-keys.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';

type Question = { about: 'revoke' | 'replace'; key: ApiKeyView } | null;

/** A brand's API keys: list, issue, replace and revoke. */
export function ApiKeysPage() {
  const { t } = useTranslation();
  const { api } = useSession();
  // All new keys stay until the owner has them: each is shown only once.
  const [issued, setIssued] = useState<readonly IssuedApiKeyView[]>([]);
  const [question, setQuestion] = useState<Question>(null);
  const list = useQuery({ queryKey: ['api-keys'], queryFn: () => api.get('settings/api-keys', apiKeyListSchema) });
  const { outcome, formError, isBusy, run, submit } = useChange(['api-keys'], () => setQuestion(null));

  const getKey = (path: string, request: object) =>
    submit(async () => {
      const key = await api.post(path, request, issuedApiKeySchema);
      setIssued((before) => [key, ...before]);
      return '';
    });
  const issue = (request: KeyRequest) => getKey('settings/api-keys', request);
  const replace = ({ id }: ApiKeyView, overlap: KeyOverlap) =>
    void getKey(`settings/api-keys/${id}/replace`, { overlap });
  const revoke = (key: ApiKeyView) =>
    run(async () => {
      await api.delete(`settings/api-keys/${key.id}`, apiKeySchema);
      return t('apiKeys.revoked', { name: nameOf(key) });
    });
  const nameOf = (key: ApiKeyView) => key.label ?? t('apiKeys.unnamed');

  const actions = useMemo(
    () => ({
      onRevoke: (key: ApiKeyView) => setQuestion({ about: 'revoke', key }),
      onReplace: (key: ApiKeyView) => setQuestion({ about: 'replace', key }),
    }),
    [],
  );
  const { dataUpdatedAt: now, data } = list;
  const good = useMemo(() => data?.items.filter((key) => statusOf(key, now) === 'good') ?? [], [data, now]);
  const ended = useMemo(() => data?.items.filter((key) => statusOf(key, now) !== 'good') ?? [], [data, now]);

  return (
    <Page title={t('apiKeys.title')} lead={t('apiKeys.lead')}>
      <Outcome {...outcome} />
      {issued.map((key) => (
        <IssuedKey
          key={key.id}
          issued={key}
          onDone={() => setIssued((before) => before.filter(({ id }) => id !== key.id))}
        />
      ))}
      <Section title={t('apiKeys.newKey')}>
        <IssueKeyForm isBusy={isBusy} error={formError} onIssue={issue} />
      </Section>
      <Section title={t('apiKeys.inUse')}>
        {list.isPending && <p className="muted">{t('app.loading')}</p>}
        {list.isError && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
        {data !== undefined && (
          <ApiKeyTable label={t('apiKeys.title')} keys={good} now={now} empty={t('apiKeys.none')} actions={actions} />
        )}
        {ended.length > 0 && (
          <details className="more-keys">
            <summary>{t('apiKeys.ended', { count: ended.length })}</summary>
            <ApiKeyTable label={t('apiKeys.endedKeys')} keys={ended} now={now} empty="" />
          </details>
        )}
      </Section>
      <Section title={t('apiKeys.refused.title')}>
        <p className="muted">{t('apiKeys.refused.lead')}</p>
        <RefusedKeys />
      </Section>
      {question?.about === 'revoke' && (
        <ConfirmDialog
          title={t('apiKeys.revokeTitle', { name: nameOf(question.key) })}
          confirm={t('apiKeys.revokeKey')}
          isBusy={isBusy}
          onConfirm={() => revoke(question.key)}
          onClose={() => setQuestion(null)}
        >
          <p>{t('apiKeys.revokeText')}</p>
        </ConfirmDialog>
      )}
      {question?.about === 'replace' && (
        <ReplaceDialog
          apiKey={question.key}
          isBusy={isBusy}
          onReplace={(overlap) => replace(question.key, overlap)}
          onClose={() => setQuestion(null)}
        />
      )}
    </Page>
  );
}
