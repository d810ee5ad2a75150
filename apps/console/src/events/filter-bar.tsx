import { callEventNames } from '@callside/schemas';
import { useTranslation } from 'react-i18next';
import { type TypedFilters, useTypedFilters } from '../app/use-typed-filters.ts';
import { callEventWords } from '../texts/call-event-words.ts';
import { TextField } from '../ui/text-field.tsx';
import type { EventFilters } from './event-filters.ts';
import { RangeFields } from './range-fields.tsx';

interface FilterBarProps {
  filters: EventFilters;
  onChange: (filters: EventFilters) => void;
}

const outcomes = ['', 'accepted', 'refused', 'unresolved'] as const;
const outcomeKeys = {
  '': 'events.filter.all',
  accepted: 'events.filter.accepted',
  refused: 'events.filter.refused',
  unresolved: 'events.filter.unresolved',
} as const;

/** Typed text becomes the filter after a pause; a chosen option becomes the filter at once. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  const { t } = useTranslation();
  const apply = ({ text: q, from, to }: TypedFilters, chosen: Partial<EventFilters> = {}) =>
    onChange({ ...filters, q, from, to, ...chosen });
  const { typed, type, settle } = useTypedFilters({ ...filters, text: filters.q }, apply);
  return (
    <search className="fields events-filters">
      <TextField
        label={t('events.filter.search')}
        description={t('events.filter.searchHint')}
        type="search"
        value={typed.text}
        maxLength={1000}
        onChange={(text) => type({ text })}
      />
      <RangeFields range={typed} onChange={type} />
      <label className="filter-choice">
        <span>{t('events.filter.kind')}</span>
        <select
          className="field-input"
          value={filters.event}
          onChange={({ target }) => apply(settle(), { event: target.value })}
        >
          <option value="">{t('events.filter.anyKind')}</option>
          {callEventNames.map((name) => (
            <option key={name} value={name}>
              {t(callEventWords[name])}
            </option>
          ))}
        </select>
      </label>
      <label className="filter-choice">
        <span>{t('events.filter.outcome')}</span>
        <select
          className="field-input"
          value={filters.outcome}
          onChange={({ target }) => apply(settle(), { outcome: outcomes.find((one) => one === target.value) ?? '' })}
        >
          {outcomes.map((outcome) => (
            <option key={outcome} value={outcome}>
              {t(outcomeKeys[outcome])}
            </option>
          ))}
        </select>
      </label>
    </search>
  );
}
