import { longestTeam, type UserRole, userRoles } from '@callside/schemas';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';

interface RoleAndTeamFieldsProps {
  role: UserRole;
  onRoleChange: (role: UserRole) => void;
  team: string;
  onTeamChange: (team: string) => void;
  teamProblem?: string | undefined;
}

export function RoleAndTeamFields({ role, onRoleChange, team, onTeamChange, teamProblem }: RoleAndTeamFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <SelectField
        label={t('people.role')}
        description={t(`people.roleHelp.${role}`)}
        value={role}
        onChange={onRoleChange}
        options={userRoles.map((value) => ({ value, label: t(`people.roles.${value}`) }))}
      />
      <TextField
        label={t('people.team')}
        description={t('people.teamHelp')}
        value={team}
        onChange={onTeamChange}
        maxLength={longestTeam}
        error={teamProblem}
      />
    </>
  );
}
