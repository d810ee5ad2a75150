import {
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaNumberFieldProps,
  Input,
  Label,
} from 'react-aria-components';
import { type Described, Help } from './field-help.tsx';

type NumberFieldProps = Described &
  Pick<
    AriaNumberFieldProps,
    | 'value'
    | 'defaultValue'
    | 'onChange'
    | 'minValue'
    | 'maxValue'
    | 'step'
    | 'formatOptions'
    | 'isRequired'
    | 'isDisabled'
    | 'autoFocus'
  >;

export function NumberField({ label, description, error, ...props }: NumberFieldProps) {
  return (
    <AriaNumberField {...props} {...(error !== undefined && { isInvalid: true })} className="field">
      <Label>{label}</Label>
      <Input className="field-input" />
      <Help description={description} error={error} />
    </AriaNumberField>
  );
}
