import { callEventNames } from '@callside/schemas';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../ui/text-field.tsx';
import type { EventFilters } from './event-filters.ts';

interface FilterBarProps {
  filters: EventFilters;
  onChange: (filters: EventFilters) => void;
}

/** After the last key. */
const pauseMs = 300;
const outcomes = ['', 'accepted', 'refused', 'unresolved'] as const;
const outcomeKeys = {
  '': 'events.filter.all',
  accepted: 'events.filter.accepted',
  refused: 'events.filter.refused',
  unresolved: 'events.filter.unresolved',
} as const;

export function FilterBar({ filters, onChange }: FilterBarProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(filters.q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (q: string) => {
    setText(q);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange({ ...filters, q }), pauseMs);
  };
  return (
    <search className="fields">
      <TextField
        label={t('events.filter.search')}
        description={t('events.filter.searchHint')}
        type="search"
        value={text}
        maxLength={1000}
        onChange={search}
      />
      <label className="events-choice">
        <span>{t('events.filter.kind')}</span>
        <select
          className="field-input"
          value={filters.event}
          onChange={({ target }) => onChange({ ...filters, q: text, event: target.value })}
        >
          <option value="">{t('events.filter.anyKind')}</option>
          {callEventNames.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="events-choice">
        <span>{t('events.filter.outcome')}</span>
        <select
          className="field-input"
          value={filters.outcome}
          onChange={({ target }) =>
            onChange({ ...filters, q: text, outcome: outcomes.find((one) => one === target.value) ?? '' })
          }
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
