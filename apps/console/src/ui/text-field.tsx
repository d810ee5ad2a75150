import { useEffect, useRef } from 'react';
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
    | 'onFocus'
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
  const field = useRef<HTMLDivElement>(null);
  // The reason why the browser refused a value leaves as soon as the value is corrected. When the field loses the focus is too late: the
  // button that is being pressed would move up under the pointer, and the press be lost.
  useEffect(() => {
    const input = field.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]');
    if (input?.validity.valid) input.dispatchEvent(new Event('change', { bubbles: true }));
  }, [props.value]);
  // For the same reason, it does not appear when the field loses the focus, but when the form is sent.
  useEffect(() => {
    const place = field.current;
    const holdBack = (event: Event) => {
      if (!(event.target as HTMLInputElement).validity.valid) event.stopPropagation();
    };
    place?.addEventListener('change', holdBack, true);
    return () => place?.removeEventListener('change', holdBack, true);
  }, []);
  return (
    <AriaTextField ref={field} {...props} {...(error !== undefined && { isInvalid: true })} className="field">
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
