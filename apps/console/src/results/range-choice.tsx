import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { addDays, type DayRange, mostDays, presetDays, rangeProblem } from './result-range.ts';

const custom = 'custom';

interface RangeChoiceProps {
  /** Null: the user chose other days. */
  preset: number | null;
  range: DayRange;
  onPreset: (days: number) => void;
  /** Both days are included. */
  onDays: (first: string, last: string) => void;
}

/** The last 7, 30 or 90 days, or a first and a last day. */
export function RangeChoice({ preset, range, onPreset, onDays }: RangeChoiceProps) {
  const { t } = useTranslation();
  const [isCustom, setIsCustom] = useState(preset === null);
  return (
    <div className="range-choice">
      <Choice
        label={t('results.range')}
        value={isCustom ? custom : String(preset)}
        options={[
          ...presetDays.map((days) => ({ value: String(days), label: t('results.lastDays', { count: days }) })),
          { value: custom, label: t('results.otherDays') },
        ]}
        onChange={(value) => {
          setIsCustom(value === custom);
          if (value !== custom) onPreset(Number(value));
        }}
      />
      {isCustom && <CustomRange range={range} onDays={onDays} />}
    </div>
  );
}

function CustomRange({ range, onDays }: Pick<RangeChoiceProps, 'range' | 'onDays'>) {
  const { t } = useTranslation();
  const [first, setFirst] = useState(range.from);
  const [last, setLast] = useState(() => addDays(range.to, -1));
  const [isTried, setIsTried] = useState(false);
  // The address may change without this form, for example with Back.
  const [shown, setShown] = useState(range);
  if (shown.from !== range.from || shown.to !== range.to) {
    setShown(range);
    setFirst(range.from);
    setLast(addDays(range.to, -1));
  }
  const problem = rangeProblem(first, last);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (problem === null) onDays(first, last);
  };
  return (
    <form className="custom-range" onSubmit={submit}>
      <TextField label={t('results.firstDay')} type="date" value={first} onChange={setFirst} />
      <TextField
        label={t('results.lastDay')}
        type="date"
        value={last}
        onChange={setLast}
        error={isTried && problem !== null ? t(`results.rangeProblem.${problem}`, { count: mostDays }) : undefined}
      />
      <Button type="submit">{t('results.show')}</Button>
    </form>
  );
}
