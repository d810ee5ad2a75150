import type { UnresolvedAgents } from '@callside/schemas';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { UserOptions } from '../../ui/user-options.tsx';
import '../../ui/fields.css';

interface UserSelectProps {
  users: UnresolvedAgents['users'];
  /** The id of a user; empty: none is chosen. */
  value: string;
  onChange: (userId: string) => void;
  /** Somebody tried to continue without a user. */
  isMissing: boolean;
  label: string;
  /** Without it, only screen readers get the label. */
  isLabelShown?: boolean;
}

/** A user, of whom there may be hundreds: the browser's own list finds one by the first letters. */
export function UserSelect({ users, value, onChange, isMissing, label, isLabelShown = false }: UserSelectProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="field" data-invalid={isMissing || undefined}>
      <label htmlFor={id} className={isLabelShown ? undefined : 'for-screen-readers'}>
        {label}
      </label>
      <select
        id={id}
        className="field-input"
        value={value}
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? `${id}-error` : undefined}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">{t('agents.choose')}</option>
        <UserOptions users={users} />
      </select>
      {isMissing && (
        <span id={`${id}-error`} className="field-error">
          {t('agents.userMissing')}
        </span>
      )}
    </div>
  );
}
