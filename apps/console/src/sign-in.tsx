import { type FormEvent, useEffect, useRef, useState } from 'react';
import { tokenInText } from './session-token.ts';
import { Wordmark } from './wordmark.tsx';
import './sign-in.css';

interface SignInProps {
  heading: string;
  /** The audience of the token, if it differs from the command line's default. */
  audience?: 'api';
  /** Why a sign-in failed or a session ended. A new object for each problem. */
  problem: { text: string } | null;
  onToken: (token: string) => void;
  elsewhere: { href: string; text: string };
}

const noTokenText = 'That does not look like a token. Paste the whole token, or the line that the command printed.';

export const refusedToken = {
  text:
    'The service did not accept that token. It may have run out, belong to another brand or be meant for something ' +
    'else, or the account is not active. Issue a new one and paste it here.',
};

export function SignIn({ heading, audience, problem, onToken, elsewhere }: SignInProps) {
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState(problem?.text ?? '');

  useEffect(() => {
    setError(problem?.text ?? '');
    field.current?.focus();
  }, [problem]);

  const signIn = (event: FormEvent) => {
    event.preventDefault();
    const token = tokenInText(field.current?.value ?? '');
    if (token !== null) {
      onToken(token);
      return;
    }
    setError(noTokenText);
    field.current?.focus();
  };

  return (
    <main className="sign-in">
      <Wordmark />
      <h1>{heading}</h1>
      <form onSubmit={signIn} noValidate>
        <p id="sign-in-error" className="notice" data-kind="error" role="alert" hidden={error === ''}>
          {error}
        </p>
        <label htmlFor="token">Sign-in token</label>
        <input
          ref={field}
          id="token"
          type="password"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={error !== ''}
          aria-describedby={error === '' ? 'token-hint' : 'sign-in-error token-hint'}
        />
        <div id="token-hint" className="hint">
          <p>The person who runs Callside can issue one for you:</p>
          <pre>
            <code>
              pnpm --silent callside token issue --brand … --email …
              {audience === undefined ? '' : ` --audience ${audience}`}
            </code>
          </pre>
        </div>
        <button type="submit" className="primary">
          Sign in
        </button>
      </form>
      <p>
        <a href={elsewhere.href}>{elsewhere.text}</a>
      </p>
    </main>
  );
}
