import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Input,
  Label,
  TextArea,
} from 'react-aria-components';
import { type Described, Help } from './field-help.tsx';

type TextFieldProps = Described &
  Pick<
    AriaTextFieldProps,
    | 'value'
    | 'defaultValue'
    | 'onChange'
    | 'onBlur'
    | 'name'
    | 'type'
    | 'isRequired'
    | 'isDisabled'
    | 'autoFocus'
    | 'maxLength'
    | 'inputMode'
  > & { placeholder?: string; rows?: number };

/** A line of text, or several with `rows`. */
export function TextField({ label, description, error, placeholder, rows, ...props }: TextFieldProps) {
  return (
    <AriaTextField {...props} {...(error !== undefined && { isInvalid: true })} className="field">
      <Label>{label}</Label>
      {rows === undefined ? (
        <Input className="field-input" {...(placeholder !== undefined && { placeholder })} />
      ) : (
        <TextArea className="field-input" rows={rows} {...(placeholder !== undefined && { placeholder })} />
      )}
      <Help description={description} error={error} />
    </AriaTextField>
  );
}
