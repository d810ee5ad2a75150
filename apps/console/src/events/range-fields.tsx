import { useTranslation } from 'react-i18next';
import { useSession } from '../app/session.tsx';
import { isReversed, type TimeRange } from '../app/time-range.ts';
import { TextField } from '../ui/text-field.tsx';

interface RangeFieldsProps {
  range: TimeRange;
  onChange: (part: Partial<TimeRange>) => void;
}

/** The two times of a filter, in the time zone of the brand. */
export function RangeFields({ range, onChange }: RangeFieldsProps) {
  const { t } = useTranslation();
  const { time_zone: timeZone } = useSession().user.brand_settings;
  return (
    <>
      <TextField
        label={t('events.filter.from')}
        description={t('events.filter.timeZone', { timeZone: timeZone.replaceAll('_', ' ') })}
        type="datetime-local"
        value={range.from}
        onChange={(from) => onChange({ from })}
      />
      <TextField
        label={t('events.filter.to')}
        type="datetime-local"
        value={range.to}
        onChange={(to) => onChange({ to })}
        error={isReversed(range) ? t('events.filter.reversed') : undefined}
      />
    </>
  );
}
