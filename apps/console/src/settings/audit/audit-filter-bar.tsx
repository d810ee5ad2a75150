import { auditActions } from '@callside/schemas';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../app/session.tsx';
import { isRange, isReversed, type TimeRange } from '../../app/time-range.ts';
import { TextField } from '../../ui/text-field.tsx';
import type { AuditFilters } from './audit-filters.ts';
import { actionName } from './audit-words.ts';

interface AuditFilterBarProps {
  filters: AuditFilters;
  onChange: (filters: AuditFilters) => void;
}

type Typed = TimeRange & Pick<AuditFilters, 'person'>;

/** The pause after the last key. */
const pauseMs = 300;

/** Typed text becomes the filter after a pause; a chosen action becomes the filter at once. */
export function AuditFilterBar({ filters, onChange }: AuditFilterBarProps) {
  const { t, i18n } = useTranslation();
  const { time_zone: timeZone } = useSession().user.brand_settings;
  const { person, from, to } = filters;
  const [typed, setTyped] = useState<Typed>({ person, from, to });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address also changes without these fields: by a link, or by back and forward.
  useEffect(() => setTyped((now) => (now.person.trim() === person ? now : { ...now, person })), [person]);
  useEffect(() => setTyped((now) => ({ ...now, from, to })), [from, to]);

  const apply = (all: Typed, chosen: Partial<AuditFilters> = {}) => {
    clearTimeout(timer.current);
    onChange({ ...filters, person: all.person, ...(isRange(all) && { from: all.from, to: all.to }), ...chosen });
  };
  const type = (part: Partial<Typed>) => {
    const all = { ...typed, ...part };
    setTyped(all);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => apply(all), pauseMs);
  };
  const names = auditActions
    .map((action) => ({ action, name: actionName(action, i18n) }))
    .sort((one, other) => one.name.localeCompare(other.name, i18n.language));
  return (
    <search className="fields audit-filters">
      <TextField
        label={t('audit.filter.person')}
        description={t('audit.filter.personHint')}
        type="search"
        value={typed.person}
        maxLength={320}
        onChange={(text) => type({ person: text })}
      />
      <label className="filter-choice">
        <span>{t('audit.filter.action')}</span>
        <select
          className="field-input"
          value={filters.action}
          onChange={({ target }) =>
            apply(typed, { action: auditActions.find((action) => action === target.value) ?? '' })
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
      <TextField
        label={t('audit.filter.from')}
        description={t('events.filter.timeZone', { timeZone: timeZone.replaceAll('_', ' ') })}
        type="datetime-local"
        value={typed.from}
        onChange={(text) => type({ from: text })}
      />
      <TextField
        label={t('audit.filter.to')}
        type="datetime-local"
        value={typed.to}
        onChange={(text) => type({ to: text })}
        error={isReversed(typed) ? t('events.filter.reversed') : undefined}
      />
    </search>
  );
}
