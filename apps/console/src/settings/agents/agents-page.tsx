import type { AgentAliasView, UnresolvedAgents } from '@callside/schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOneAtATime } from '../../app/one-at-a-time.ts';
import { ProblemNotice } from '../../app/problem-notice.tsx';
import { useSession } from '../../app/session.tsx';
import { useLastingProblem } from '../../app/use-lasting-problem.ts';
import { Page, Section } from '../../ui/page.tsx';
import { Outcome } from '../outcome.tsx';
import { addAlias, readAliases, readUnresolved, removeAlias } from './agent-requests.ts';
import { AliasForm } from './alias-form.tsx';
import { AliasTable } from './alias-table.tsx';
import { RemoveAliasDialog } from './remove-alias-dialog.tsx';
import { UnresolvedTable } from './unresolved-table.tsx';
import './agents.css';

/** New addresses appear while the page is open. */
const lookEveryMs = 5_000;

const noUsers: UnresolvedAgents['users'] = [];

interface Change {
  /** Returns what was done. */
  work: () => Promise<string>;
  /** `form`: of a name that was typed in; `row`: of a name in one of the tables. */
  from: 'form' | 'row';
}

/** Addresses of events that found no user, and the other names of users. */
export function AgentsPage() {
  const { t } = useTranslation();
  const { api } = useSession();
  const queries = useQueryClient();
  const [toRemove, setToRemove] = useState<AgentAliasView | null>(null);
  const [done, setDone] = useState('');
  const unresolved = useQuery({
    queryKey: ['agents', 'unresolved'],
    queryFn: () => readUnresolved(api),
    refetchInterval: lookEveryMs,
  });
  const problem = useLastingProblem(unresolved);
  const aliases = useQuery({ queryKey: ['agents', 'aliases'], queryFn: () => readAliases(api) });
  const change = useMutation({
    mutationFn: ({ work }: Change) => work(),
    onMutate: () => setDone(''),
    onSuccess: setDone,
    onSettled: () => {
      setToRemove(null);
      return queries.invalidateQueries({ queryKey: ['agents'] });
    },
  });
  const { mutate, mutateAsync } = change;
  const adding = useCallback(
    (alias: string, userId: string) => async () => {
      const { name, ...added } = await addAlias(api, alias, userId);
      return t('agents.added', { alias: added.alias, name });
    },
    [api, t],
  );
  // The function and the list must stay the same objects, so that the rows keep the chosen users.
  const add = useCallback(
    (alias: string, userId: string) => mutate({ work: adding(alias, userId), from: 'row' }),
    [mutate, adding],
  );
  const addTyped = useOneAtATime((alias: string, userId: string) =>
    mutateAsync({ work: adding(alias, userId), from: 'form' }).then(
      () => true,
      () => false,
    ),
  );
  const remove = ({ alias }: AgentAliasView) =>
    mutate({
      work: async () => {
        await removeAlias(api, alias);
        return t('agents.removed', { alias });
      },
      from: 'row',
    });
  const formError = change.variables?.from === 'form' ? change.error : null;
  const users = unresolved.data?.users ?? noUsers;
  return (
    <Page title={t('agents.title')} lead={t('agents.lead')}>
      <Outcome done={done} error={change.error} />
      <Section title={t('agents.unresolved')}>
        {unresolved.isPending && problem === null && <p className="muted">{t('app.loading')}</p>}
        {problem !== null && <ProblemNotice error={problem} />}
        {unresolved.data !== undefined && (
          <UnresolvedTable rows={unresolved.data.items} users={users} isBusy={change.isPending} onMap={add} />
        )}
        {unresolved.data?.truncated === true && <p className="muted">{t('agents.truncated')}</p>}
      </Section>
      <Section title={t('agents.aliases')}>
        <AliasForm users={users} isBusy={change.isPending} error={formError} onAdd={addTyped} />
        {aliases.isPending && <p className="muted">{t('app.loading')}</p>}
        {aliases.isError && <ProblemNotice error={aliases.error} onRetry={() => void aliases.refetch()} />}
        {aliases.data !== undefined && <AliasTable rows={aliases.data.items} onRemove={setToRemove} />}
      </Section>
      {toRemove !== null && (
        <RemoveAliasDialog
          alias={toRemove}
          isBusy={change.isPending}
          onKeep={() => setToRemove(null)}
          onRemove={() => remove(toRemove)}
        />
      )}
    </Page>
  );
}
