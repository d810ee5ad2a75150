import type { UnresolvedAgents } from '@callside/schemas';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedChanges } from '../../app/unsaved-changes.tsx';
import { useFieldProblem } from '../../app/use-field-problem.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useFocusOnRefused } from '../../ui/use-focus-on-refused.ts';
import { UserSelect } from './user-select.tsx';

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
  /** How often the owner tried to add an alias without its name or its user. */
  const [incomplete, setIncomplete] = useState(0);
  const form = useFocusOnRefused<HTMLFormElement>(incomplete);
  const problem = useFieldProblem(error, 'alias', alias);
  const isRefused = (value: string) => incomplete > 0 && value.trim() === '';
  useUnsavedChanges(alias.trim() !== '');
  const add = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (alias.trim() === '' || userId === '') {
      setIncomplete((count) => count + 1);
      return;
    }
    setIncomplete(0);
    // What was typed meanwhile stays.
    if (await onAdd(alias, userId)) setAlias((now) => (now === alias ? '' : now));
  };
  return (
    // The browser does not check it: it would say only the first thing that is missing.
    <form ref={form} className="settings-form" onSubmit={add} noValidate>
      <div className="fields">
        <TextField
          label={t('agents.column.alias')}
          value={alias}
          maxLength={320}
          placeholder="SIP/1001"
          onChange={setAlias}
          error={isRefused(alias) ? t('problems.empty') : problem}
        />
        <UserSelect
          label={t('agents.column.user')}
          isLabelShown
          users={users}
          value={userId}
          onChange={setUserId}
          isMissing={isRefused(userId)}
        />
      </div>
      <div className="form-actions">
        {/* Not disabled for the browser: a disabled button loses the focus, and does not say what is missing. */}
        <Button type="submit" aria-disabled={isBusy}>
          {t('agents.addAlias')}
        </Button>
      </div>
    </form>
  );
}
