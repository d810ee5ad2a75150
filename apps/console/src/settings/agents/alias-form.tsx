import type { UnresolvedAgents } from '@callside/schemas';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedChanges } from '../../app/unsaved-changes.tsx';
import { useFieldProblem } from '../../app/use-field-problem.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UserOptions } from '../../ui/user-options.tsx';

interface AliasFormProps {
  users: UnresolvedAgents['users'];
  isBusy: boolean;
  /** Why the last alias of this form was not added. */
  error: Error | null;
  /** Resolves to whether it was added. */
  onAdd: (alias: string, userId: string) => Promise<boolean>;
}

/** An alias for a name that has not been seen yet. */
export function AliasForm({ users, isBusy, error, onAdd }: AliasFormProps) {
  const { t } = useTranslation();
  const [alias, setAlias] = useState('');
  const [userId, setUserId] = useState('');
  const problem = useFieldProblem(error, 'alias', alias);
  useUnsavedChanges(alias.trim() !== '');
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (alias.trim() === '' || userId === '') return;
    // What was typed meanwhile stays.
    if (await onAdd(alias, userId)) setAlias((now) => (now === alias ? '' : now));
  };
  return (
    <form className="settings-form" onSubmit={add}>
      <div className="fields">
        <TextField
          label={t('agents.column.alias')}
          value={alias}
          maxLength={320}
          placeholder="SIP/1001"
          onChange={setAlias}
          error={problem}
        />
        <label className="agents-user">
          <span>{t('agents.column.user')}</span>
          <select className="field-input" value={userId} onChange={({ target }) => setUserId(target.value)}>
            <option value="">{t('agents.choose')}</option>
            <UserOptions users={users} />
          </select>
        </label>
      </div>
      <div className="form-actions">
        <Button type="submit" isDisabled={isBusy || alias.trim() === '' || userId === ''}>
          {t('agents.addAlias')}
        </Button>
      </div>
    </form>
  );
}
