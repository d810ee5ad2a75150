import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components';
import { type Described, Help } from './field-help.tsx';

interface SelectFieldProps<Value extends string> extends Described {
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
  isDisabled?: boolean;
}

export function SelectField<Value extends string>({
  label,
  description,
  error,
  value,
  onChange,
  options,
  isDisabled = false,
}: SelectFieldProps<Value>) {
  return (
    <Select
      className="field"
      value={value}
      onChange={(key) => onChange(key as Value)}
      isDisabled={isDisabled}
      isInvalid={error !== undefined}
    >
      <Label>{label}</Label>
      <Button className="field-input field-select">
        <SelectValue />
        <span aria-hidden="true">▾</span>
      </Button>
      <Help description={description} error={error} />
      <Popover className="field-popover">
        <ListBox className="field-options" items={options}>
          {(option) => (
            <ListBoxItem id={option.value} className="field-option">
              {option.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
