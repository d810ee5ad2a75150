import type { AddedAlias, AgentAliasView, UnresolvedAgents } from '@callside/schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOneAtATime } from '../../app/one-at-a-time.ts';
import { useSession } from '../../app/session.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { addAlias, readAliases, readUnresolved, removeAlias } from './agent-requests.ts';
import { AliasForm } from './alias-form.tsx';
import { AliasTable } from './alias-table.tsx';
import { RemoveAliasDialog } from './remove-alias-dialog.tsx';
import { UnresolvedTable } from './unresolved-table.tsx';
import './agents.css';

/** New addresses appear while the page is open. */
const lookEveryMs = 5_000;

const noUsers: UnresolvedAgents['users'] = [];

const outcomeKeys = {
  opened: 'agents.added.opened',
  none: 'agents.added.none',
  rep_busy: 'agents.added.rep_busy',
  failed: 'agents.added.failed',
} as const;

interface NewAlias {
  alias: string;
  userId: string;
  /** `form`: typed in; `row`: a name that was seen in events. */
  from: 'form' | 'row';
}

/** Addresses of events that found no user, and the other names of users. */
export function AgentsPage() {
  const { t } = useTranslation();
  const { api } = useSession();
  const queries = useQueryClient();
  const [toRemove, setToRemove] = useState<AgentAliasView | null>(null);
  const [added, setAdded] = useState<AddedAlias | null>(null);
  const unresolved = useQuery({
    queryKey: ['agents', 'unresolved'],
    queryFn: () => readUnresolved(api),
    refetchInterval: lookEveryMs,
  });
  const aliases = useQuery({ queryKey: ['agents', 'aliases'], queryFn: () => readAliases(api) });
  const refresh = () => queries.invalidateQueries({ queryKey: ['agents'] });
  const adding = useMutation({
    mutationFn: ({ alias, userId }: NewAlias) => addAlias(api, alias, userId),
    onMutate: () => setAdded(null),
    onSuccess: (answer) => {
      setAdded(answer);
      return refresh();
    },
  });
  const removing = useMutation({
    mutationFn: ({ alias }: AgentAliasView) => removeAlias(api, alias),
    onSettled: () => {
      setToRemove(null);
      setAdded(null);
      return refresh();
    },
  });
  const problem = adding.error ?? removing.error ?? unresolved.error ?? aliases.error;
  const { mutate, mutateAsync } = adding;
  // The function and the list must stay the same objects, so that the rows keep the chosen users.
  const add = useCallback((alias: string, userId: string) => mutate({ alias, userId, from: 'row' }), [mutate]);
  const addTyped = useOneAtATime((alias: string, userId: string) =>
    mutateAsync({ alias, userId, from: 'form' }).then(
      () => true,
      () => false,
    ),
  );
  const formError = adding.variables?.from === 'form' ? adding.error : null;
  const users = unresolved.data?.users ?? noUsers;
  return (
    <Page title={t('agents.title')} lead={t('agents.lead')}>
      {problem !== null && <Notice kind="error">{problem.message}</Notice>}
      {added !== null && (
        <Notice kind={added.live_call === 'failed' || added.live_call === 'rep_busy' ? 'caution' : 'success'}>
          {t('agents.added.alias', { alias: added.alias, name: added.name })}{' '}
          {t(outcomeKeys[added.live_call], { name: added.name })}
        </Notice>
      )}
      <Section title={t('agents.unresolved')}>
        {unresolved.data === undefined ? (
          <p className="muted">{t('app.loading')}</p>
        ) : (
          <UnresolvedTable rows={unresolved.data.items} users={users} isBusy={adding.isPending} onMap={add} />
        )}
        {unresolved.data?.truncated === true && <p className="muted">{t('agents.truncated')}</p>}
      </Section>
      <Section title={t('agents.aliases')}>
        <AliasForm users={users} isBusy={adding.isPending} error={formError} onAdd={addTyped} />
        {aliases.data === undefined ? (
          <p className="muted">{t('app.loading')}</p>
        ) : (
          <AliasTable rows={aliases.data.items} onRemove={setToRemove} />
        )}
      </Section>
      {toRemove !== null && (
        <RemoveAliasDialog
          alias={toRemove}
          isBusy={removing.isPending}
          onKeep={() => setToRemove(null)}
          onRemove={() => removing.mutate(toRemove)}
        />
      )}
    </Page>
  );
}
