import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import './choice.css';

interface ChoiceProps<Value extends string> {
  /** Its accessible name. */
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** One of a few options, all of them visible. */
export function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <ToggleButtonGroup
      className="choice"
      aria-label={label}
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={([key]) => onChange(key as Value)}
    >
      {options.map((option) => (
        <ToggleButton key={option.value} id={option.value} className="choice-option">
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
