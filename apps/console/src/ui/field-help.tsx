import { FieldError, Text } from 'react-aria-components';
import './fields.css';

export interface Described {
  label: string;
  /** What to enter, below the field. */
  description?: string | undefined;
  /** Why the value is not accepted. */
  error?: string | undefined;
}

/** Below a field: what to enter, and why a value is not accepted. */
export function Help({ description, error }: Pick<Described, 'description' | 'error'>) {
  return (
    <>
      {description !== undefined && (
        <Text slot="description" className="field-help">
          {description}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </>
  );
}
