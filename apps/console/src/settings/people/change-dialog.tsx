import type { Person, PersonChange, UserRole } from '@callside/schemas';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { RoleAndTeamFields } from './role-and-team-fields.tsx';

interface ChangeDialogProps {
  person: Person;
  /** Whether this is the signed-in owner. */
  isOwn: boolean;
  isBusy: boolean;
  onSave: (change: PersonChange) => void;
  onClose: () => void;
}

/** Changes the role and the team of a person. */
export function ChangeDialog({ person, isOwn, isBusy, onSave, onClose }: ChangeDialogProps) {
  const { t } = useTranslation();
  const [role, setRole] = useState<UserRole>(person.role);
  const [team, setTeam] = useState(person.team ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave({ role, team: team.trim() || null });
  };
  return (
    <ModalDialog title={t('people.changeOne', { name: person.name })} onClose={onClose} isDismissable={false}>
      <form className="settings-form" onSubmit={submit}>
        <RoleAndTeamFields role={role} onRoleChange={setRole} team={team} onTeamChange={setTeam} />
        {isOwn && role !== 'owner' && <Notice kind="caution">{t('people.ownRoleText')}</Notice>}
        <div className="dialog-choices">
          <Button onPress={onClose}>{t('settings.cancel')}</Button>
          <Button type="submit" variant="primary" isDisabled={isBusy}>
            {t('settings.save')}
          </Button>
        </div>
      </form>
    </ModalDialog>
  );
}
