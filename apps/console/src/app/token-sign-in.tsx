import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { tokenInText } from './session-token.ts';
import '../ui/fields.css';

interface TokenSignInProps {
  isRefused: boolean;
  onToken: (token: string) => Promise<unknown>;
}

/** The form for a token that an operator issued: for deployments without an identity provider. */
export function TokenSignIn({ isRefused, onToken }: TokenSignInProps) {
  const { t } = useTranslation();
  // The page has the form twice while a dialog has it too.
  const [fieldId, errorId, hintId] = [useId(), useId(), useId()];
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(isRefused ? t('signIn.refused') : null);

  useEffect(() => {
    setProblem(isRefused ? t('signIn.refused') : null);
    field.current?.focus();
  }, [isRefused, t]);

  const signIn = (event: FormEvent) => {
    event.preventDefault();
    const token = tokenInText(field.current?.value ?? '');
    if (token === null) {
      setProblem(t('signIn.noToken'));
      field.current?.focus();
      return;
    }
    setProblem(null);
    onToken(token).catch((error: unknown) => setProblem(error instanceof Error ? error.message : String(error)));
  };

  return (
    <form onSubmit={signIn} noValidate>
      <p id={errorId} className="notice" data-kind="error" role="alert" hidden={problem === null}>
        {problem}
      </p>
      <label htmlFor={fieldId}>{t('signIn.token')}</label>
      <input
        ref={field}
        id={fieldId}
        className="field-input"
        type="password"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? hintId : `${errorId} ${hintId}`}
      />
      <div id={hintId} className="hint">
        <p>{t('signIn.tokenHint')}</p>
        <pre>
          <code>callside token issue --brand … --email … --audience api</code>
        </pre>
      </div>
      <Button type="submit" variant="primary">
        {t('signIn.submit')}
      </Button>
    </form>
  );
}
