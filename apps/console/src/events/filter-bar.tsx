import { callEventNames } from '@callside/schemas';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../app/session.tsx';
import { isRange, isReversed } from '../app/time-range.ts';
import { callEventWords } from '../texts/call-event-words.ts';
import { TextField } from '../ui/text-field.tsx';
import type { EventFilters } from './event-filters.ts';

interface FilterBarProps {
  filters: EventFilters;
  onChange: (filters: EventFilters) => void;
}

type Typed = Pick<EventFilters, 'q' | 'from' | 'to'>;

/** The pause after the last key. */
const pauseMs = 300;
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
  const { time_zone: timeZone } = useSession().user.brand_settings;
  const { q, from, to } = filters;
  const [typed, setTyped] = useState<Typed>({ q, from, to });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address also changes without these fields: by a link, or by back and forward.
  useEffect(() => setTyped((now) => (now.q.trim() === q ? now : { ...now, q })), [q]);
  useEffect(() => setTyped((now) => ({ ...now, from, to })), [from, to]);

  const apply = (all: Typed, chosen: Partial<EventFilters> = {}) => {
    clearTimeout(timer.current);
    onChange({ ...filters, q: all.q, ...(isRange(all) && { from: all.from, to: all.to }), ...chosen });
  };
  const type = (part: Partial<Typed>) => {
    const all = { ...typed, ...part };
    setTyped(all);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => apply(all), pauseMs);
  };
  return (
    <search className="fields events-filters">
      <TextField
        label={t('events.filter.search')}
        description={t('events.filter.searchHint')}
        type="search"
        value={typed.q}
        maxLength={1000}
        onChange={(text) => type({ q: text })}
      />
      <TextField
        label={t('events.filter.from')}
        description={t('events.filter.timeZone', { timeZone: timeZone.replaceAll('_', ' ') })}
        type="datetime-local"
        value={typed.from}
        onChange={(text) => type({ from: text })}
      />
      <TextField
        label={t('events.filter.to')}
        type="datetime-local"
        value={typed.to}
        onChange={(text) => type({ to: text })}
        error={isReversed(typed) ? t('events.filter.reversed') : undefined}
      />
      <label className="filter-choice">
        <span>{t('events.filter.kind')}</span>
        <select
          className="field-input"
          value={filters.event}
          onChange={({ target }) => apply(typed, { event: target.value })}
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
          onChange={({ target }) => apply(typed, { outcome: outcomes.find((one) => one === target.value) ?? '' })}
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
