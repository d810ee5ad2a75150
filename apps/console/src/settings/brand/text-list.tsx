import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnsavedChanges } from '../../app/unsaved-changes.tsx';
import { useFieldProblem } from '../../app/use-field-problem.ts';
import { Button } from '../../ui/button.tsx';
import { passFocusOn } from '../../ui/pass-focus-on.ts';
import { TextField } from '../../ui/text-field.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';

interface TextListProps {
  /** Accessible name of the list. */
  label: string;
  values: readonly string[];
  /** Label of the field for a new value. */
  addLabel: string;
  description: string;
  empty: string;
  isBusy: boolean;
  /** The member of the settings that contains the list. */
  field: string;
  /** Why the last change of the settings failed. */
  error: Error | null;
  /** Resolves to whether the change was saved. */
  onChange: (values: string[]) => Promise<boolean>;
  /** With it, entries can be moved up. Resolves to whether the new order was saved. */
  onMove?: (values: string[]) => Promise<boolean>;
  /** What is asked before a text is removed; without it, it is removed at once. */
  removal?: { title: (value: string) => string; text: string };
}

/** A list of texts to which texts are added, and from which they are removed. Each change is saved at once. */
export function TextList({
  label,
  values,
  addLabel,
  description,
  empty,
  isBusy,
  field,
  error,
  onChange,
  onMove,
  removal,
}: TextListProps) {
  const { t } = useTranslation();
  const [added, setAdded] = useState('');
  const [toRemove, setToRemove] = useState<string | null>(null);
  const problem = useFieldProblem(error, field, added);
  useUnsavedChanges(added.trim() !== '');
  const add = async (event: FormEvent) => {
    event.preventDefault();
    // What was typed meanwhile stays.
    if (await onChange([...values, added.trim()])) setAdded((now) => (now === added ? '' : now));
  };
  const remove = async (value: string) => {
    await onChange(values.filter((one) => one !== value));
    setToRemove(null);
  };
  const moveUp = (index: number) => {
    const value = values[index];
    const others = values.filter((_, at) => at !== index);
    if (!isBusy && value !== undefined) void onMove?.(others.toSpliced(index - 1, 0, value));
  };

  return (
    <div className="settings-form">
      {values.length === 0 ? (
        <p className="muted">{empty}</p>
      ) : (
        <ul className="text-list" aria-label={label}>
          {values.map((value, index) => (
            <li key={value} tabIndex={-1}>
              <span>{value}</span>
              <span className="row-actions">
                {onMove !== undefined && index > 0 && (
                  // At the top the button leaves, and the entry gets the focus.
                  <span ref={passFocusOn}>
                    {/* Not disabled for the browser: a disabled button loses the focus, with which the entry is moved further. */}
                    <Button
                      variant="quiet"
                      aria-disabled={isBusy}
                      aria-label={t('settings.moveUpOne', { name: value })}
                      onPress={() => moveUp(index)}
                    >
                      {t('settings.moveUp')}
                    </Button>
                  </span>
                )}
                <Button
                  variant="quiet"
                  isDisabled={isBusy}
                  aria-label={t('settings.removeOne', { name: value })}
                  onPress={() => (removal === undefined ? void remove(value) : setToRemove(value))}
                >
                  {t('settings.remove')}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <form className="add-text" onSubmit={add} aria-label={addLabel}>
        <TextField
          label={addLabel}
          description={description}
          value={added}
          onChange={setAdded}
          isRequired
          error={problem}
        />
        <Button type="submit" isDisabled={isBusy}>
          {t('settings.add')}
        </Button>
      </form>
      {removal !== undefined && toRemove !== null && (
        <ConfirmDialog
          title={removal.title(toRemove)}
          confirm={t('settings.remove')}
          isBusy={isBusy}
          onConfirm={() => void remove(toRemove)}
          onClose={() => setToRemove(null)}
        >
          <p>{removal.text}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
