import type { AgentAliasView, UnresolvedAgents } from '@callside/schemas';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemNotice } from '../../app/problem-notice.tsx';
import { useSession } from '../../app/session.tsx';
import { useLastingProblem } from '../../app/use-lasting-problem.ts';
import { Page, Section } from '../../ui/page.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Outcome } from '../outcome.tsx';
import { useChange } from '../use-change.ts';
import { addAlias, readAliases, readUnresolved, removeAlias } from './agent-requests.ts';
import { AliasForm } from './alias-form.tsx';
import { AliasTable } from './alias-table.tsx';
import { UnresolvedTable } from './unresolved-table.tsx';
import './agents.css';

/** New addresses appear while the page is open. */
const lookEveryMs = 5_000;

const noUsers: UnresolvedAgents['users'] = [];

/** Addresses of events that found no user, and the other names of users. */
export function AgentsPage() {
  const { t } = useTranslation();
  const { api } = useSession();
  const [toRemove, setToRemove] = useState<AgentAliasView | null>(null);
  const unresolved = useQuery({
    queryKey: ['agents', 'unresolved'],
    queryFn: () => readUnresolved(api),
    refetchInterval: lookEveryMs,
  });
  const problem = useLastingProblem(unresolved);
  const aliases = useQuery({ queryKey: ['agents', 'aliases'], queryFn: () => readAliases(api) });
  const { outcome, formError, isBusy, run, submit } = useChange(['agents'], () => setToRemove(null));
  const adding = useCallback(
    (alias: string, userId: string) => async () => {
      const { name, ...added } = await addAlias(api, alias, userId);
      return t('agents.added', { alias: added.alias, name });
    },
    [api, t],
  );
  // The function and the list must stay the same objects, so that the rows keep the chosen users.
  const add = useCallback((alias: string, userId: string) => run(adding(alias, userId)), [run, adding]);
  const addTyped = (alias: string, userId: string) => submit(adding(alias, userId));
  const remove = ({ alias }: AgentAliasView) =>
    run(async () => {
      await removeAlias(api, alias);
      return t('agents.removed', { alias });
    });
  const users = unresolved.data?.users ?? noUsers;
  return (
    <Page title={t('agents.title')} lead={t('agents.lead')}>
      <Outcome {...outcome} />
      <Section title={t('agents.unresolved')}>
        {unresolved.isPending && problem === null && <p className="muted">{t('app.loading')}</p>}
        {problem !== null && <ProblemNotice error={problem} />}
        {unresolved.data !== undefined && (
          <UnresolvedTable rows={unresolved.data.items} users={users} isBusy={isBusy} onMap={add} />
        )}
        {unresolved.data?.truncated === true && <p className="muted">{t('agents.truncated')}</p>}
      </Section>
      <Section title={t('agents.aliases')}>
        <AliasForm users={users} isBusy={isBusy} error={formError} onAdd={addTyped} />
        {aliases.isPending && <p className="muted">{t('app.loading')}</p>}
        {aliases.isError && <ProblemNotice error={aliases.error} onRetry={() => void aliases.refetch()} />}
        {aliases.data !== undefined && <AliasTable rows={aliases.data.items} onRemove={setToRemove} />}
      </Section>
      {toRemove !== null && (
        <ConfirmDialog
          title={t('agents.removeTitle', { alias: toRemove.alias })}
          confirm={t('settings.remove')}
          isBusy={isBusy}
          onConfirm={() => remove(toRemove)}
          onClose={() => setToRemove(null)}
        >
          <p>{t('agents.removeText', { name: toRemove.name })}</p>
        </ConfirmDialog>
      )}
    </Page>
  );
}
