import { auditActions } from '@callside/schemas';
import { useTranslation } from 'react-i18next';
import { type TypedFilters, useTypedFilters } from '../../app/use-typed-filters.ts';
import { RangeFields } from '../../events/range-fields.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { AuditFilters } from './audit-filters.ts';
import { actionName } from './audit-words.ts';

interface AuditFilterBarProps {
  filters: AuditFilters;
  onChange: (filters: AuditFilters) => void;
}

/** Typed text becomes the filter after a pause; a chosen action becomes the filter at once. */
export function AuditFilterBar({ filters, onChange }: AuditFilterBarProps) {
  const { t, i18n } = useTranslation();
  const apply = ({ text: person, from, to }: TypedFilters, chosen: Partial<AuditFilters> = {}) =>
    onChange({ ...filters, person, from, to, ...chosen });
  const { typed, type, settle } = useTypedFilters({ ...filters, text: filters.person }, apply);
  const names = auditActions
    .map((action) => ({ action, name: actionName(action, i18n) }))
    .sort((one, other) => one.name.localeCompare(other.name, i18n.language));
  return (
    <search className="fields audit-filters">
      <TextField
        label={t('audit.filter.person')}
        description={t('audit.filter.personHint')}
        type="search"
        value={typed.text}
        maxLength={320}
        onChange={(text) => type({ text })}
      />
      <label className="filter-choice">
        <span>{t('audit.filter.action')}</span>
        <select
          className="field-input"
          value={filters.action}
          onChange={({ target }) =>
            apply(settle(), { action: auditActions.find((action) => action === target.value) ?? '' })
          }
        >
          <option value="">{t('audit.filter.anyAction')}</option>
          {names.map(({ action, name }) => (
            <option key={action} value={action}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <RangeFields range={typed} onChange={type} />
    </search>
  );
}
