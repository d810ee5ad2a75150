import type { UnresolvedAgents } from '@callside/schemas';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';

interface AliasFormProps {
  users: UnresolvedAgents['users'];
  isBusy: boolean;
  onAdd: (alias: string, userId: string) => void;
}

/** An alias for a name that has not been seen yet. */
export function AliasForm({ users, isBusy, onAdd }: AliasFormProps) {
  const { t } = useTranslation();
  const [alias, setAlias] = useState('');
  const [userId, setUserId] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (alias.trim() === '' || userId === '') return;
    onAdd(alias, userId);
    setAlias('');
  };
  return (
    <form className="fields" onSubmit={add}>
      <TextField
        label={t('agents.column.alias')}
        value={alias}
        maxLength={320}
        placeholder="SIP/1001"
        onChange={setAlias}
      />
      <label className="agents-user">
        <span>{t('agents.column.user')}</span>
        <select className="field-input" value={userId} onChange={({ target }) => setUserId(target.value)}>
          <option value="">{t('agents.choose')}</option>
          {users.map(({ user_id, name, email }) => (
            <option key={user_id} value={user_id}>
              {name} ({email})
            </option>
          ))}
        </select>
      </label>
      <Button type="submit" isDisabled={isBusy || alias.trim() === '' || userId === ''}>
        {t('agents.addAlias')}
      </Button>
    </form>
  );
}
