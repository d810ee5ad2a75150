import {
  type Invitation,
  invitedPersonSchema,
  type Person,
  type PersonChange,
  peopleSchema,
  personSchema,
} from '@callside/schemas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemNotice } from '../../app/problem-notice.tsx';
import { useSession } from '../../app/session.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { Outcome } from '../outcome.tsx';
import { useChange } from '../use-change.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { InviteForm } from './invite-form.tsx';
import { PeopleTable } from './people-table.tsx';

interface Wanted {
  person: Person;
  change: PersonChange;
}

/** The people who may sign in, with their roles: list, invite, change and deactivate. */
export function PeoplePage() {
  const { t } = useTranslation();
  const { api, user } = useSession();
  const queries = useQueryClient();
  const [toConfirm, setToConfirm] = useState<Wanted | null>(null);
  const [toEdit, setToEdit] = useState<Person | null>(null);
  const list = useQuery({ queryKey: ['people'], queryFn: () => api.get('settings/people', peopleSchema) });
  const { outcome, formError, isBusy, run, submit } = useChange(['people'], () => {
    setToConfirm(null);
    setToEdit(null);
    // The signed-in owner is read again too, because they may have changed their own role.
    void queries.invalidateQueries({ queryKey: ['me'] });
  });

  const invite = (invitation: Invitation) =>
    submit(async () => {
      const { name, email, alias_of: other } = await api.post('settings/people', invitation, invitedPersonSchema);
      const invited = t('people.invited', { name, address: location.origin });
      if (other == null) return invited;
      return { kind: 'caution', done: `${invited} ${t('people.wasAlias', { email, name, other: other.name })}` };
    });
  const save = useCallback(
    ({ person, change }: Wanted) =>
      run(async () => {
        const { name } = await api.put(`settings/people/${person.id}`, change, personSchema);
        return t('people.saved', { name });
      }),
    [api, run, t],
  );
  const onChange = useCallback(
    (person: Person, change: PersonChange) => {
      if (change.status === 'deactivated') setToConfirm({ person, change });
      else save({ person, change });
    },
    [save],
  );

  return (
    <Page title={t('people.title')} lead={t('people.lead')}>
      <Outcome {...outcome} />
      <Section title={t('people.invite')}>
        <InviteForm isBusy={isBusy} error={formError} onInvite={invite} />
      </Section>
      <Section title={t('people.everybody')}>
        {list.isPending && <p className="muted">{t('app.loading')}</p>}
        {list.isError && <ProblemNotice error={list.error} onRetry={() => void list.refetch()} />}
        {list.data !== undefined && <PeopleTable people={list.data.items} onEdit={setToEdit} onChange={onChange} />}
      </Section>
      {toConfirm !== null && (
        <ConfirmDialog
          title={t('people.deactivateTitle', { name: toConfirm.person.name })}
          confirm={t('people.deactivate')}
          isBusy={isBusy}
          onConfirm={() => save(toConfirm)}
          onClose={() => setToConfirm(null)}
        >
          <p>{t('people.deactivateText')}</p>
        </ConfirmDialog>
      )}
      {toEdit !== null && (
        <ChangeDialog
          person={toEdit}
          isOwn={toEdit.id === user.id}
          isBusy={isBusy}
          onSave={(change) => save({ person: toEdit, change })}
          onClose={() => setToEdit(null)}
        />
      )}
    </Page>
  );
}
