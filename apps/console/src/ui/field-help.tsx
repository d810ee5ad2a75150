import { FieldError, Text } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
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
  const { t } = useTranslation();
  return (
    <>
      {description !== undefined && (
        <Text slot="description" className="field-help">
          {description}
        </Text>
      )}
      <FieldError className="field-error">
        {({ validationDetails }) => error ?? t(problemFoundByBrowser(validationDetails))}
      </FieldError>
    </>
  );
}

/** The browser has texts of its own, in its own language. */
function problemFoundByBrowser({ valueMissing, typeMismatch }: ValidityState) {
  if (valueMissing) return 'problems.empty';
  // Only fields for e-mail addresses have a type that can differ.
  return typeMismatch ? 'problems.email' : 'fields.incomplete';
}
