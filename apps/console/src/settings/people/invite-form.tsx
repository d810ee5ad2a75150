import type { Invitation, UserRole } from '@callside/schemas';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedChanges } from '../../app/unsaved-changes.tsx';
import { useFieldProblem } from '../../app/use-field-problem.ts';
import { TextField } from '../../ui/text-field.tsx';
import { SettingsForm } from '../settings-form.tsx';
import { RoleAndTeamFields } from './role-and-team-fields.tsx';

interface InviteFormProps {
  isBusy: boolean;
  /** Why the last change failed. */
  error: Error | null;
  /** Resolves to whether the person was invited. */
  onInvite: (invitation: Invitation) => Promise<boolean>;
}

export function InviteForm({ isBusy, error, onInvite }: InviteFormProps) {
  const { t } = useTranslation();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<UserRole>('rep');
  const [team, setTeam] = useState('');

  const emailProblem = useFieldProblem(error, 'email', email);
  const nameProblem = useFieldProblem(error, 'name', name);
  const teamProblem = useFieldProblem(error, 'team', team);
  useUnsavedChanges([email, name, team].some((text) => text.trim() !== ''));

  const invite = async () => {
    if (!(await onInvite({ email: email.trim(), name: name.trim(), role, team: team.trim() || null }))) return;
    // What was typed meanwhile, for another person, stays.
    setEmail((now) => (now === email ? '' : now));
    setName((now) => (now === name ? '' : now));
    setRole((now) => (now === role ? 'rep' : now));
    setTeam((now) => (now === team ? '' : now));
  };

  return (
    <SettingsForm label={t('people.invite')} submit={t('people.inviteNow')} isDisabled={isBusy} onSubmit={invite}>
      <div className="fields">
        <TextField
          label={t('people.email')}
          description={t('people.emailHelp')}
          type="email"
          value={email}
          onChange={setEmail}
          isRequired
          maxLength={320}
          error={emailProblem}
        />
        <TextField
          label={t('people.name')}
          value={name}
          onChange={setName}
          isRequired
          maxLength={200}
          error={nameProblem}
        />
        <RoleAndTeamFields
          role={role}
          onRoleChange={setRole}
          team={team}
          onTeamChange={setTeam}
          teamProblem={teamProblem}
        />
      </div>
    </SettingsForm>
  );
}
