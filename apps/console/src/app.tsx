import { useCallback, useEffect, useState } from 'react';
import { RepDeskPage } from './rep-desk.tsx';
import { forgetToken, keepToken, readToken, type SignInPlace } from './session-token.ts';
import { refusedToken, SignIn } from './sign-in.tsx';

/** The rep's desk after sign-in, otherwise the sign-in form. */
export function App({ place }: { place: SignInPlace }) {
  const [token, setToken] = useState(() => readToken(place));
  const [refused, setRefused] = useState(false);

  const leave = useCallback(() => {
    forgetToken(place);
    setToken(null);
  }, [place]);

  const refuse = useCallback(() => {
    setRefused(true);
    leave();
  }, [leave]);

  // Opening a link with a token in this tab changes the hash without loading the page.
  useEffect(() => {
    const take = () => setToken(readToken(place));
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, [place]);

  if (token === null) {
    return (
      <SignIn
        heading="Sign in to your desk"
        problem={refused ? refusedToken : null}
        elsewhere={{ href: '/settings/api-keys', text: 'API keys, for owners' }}
        onToken={(entered) => {
          keepToken(place, entered);
          setRefused(false);
          setToken(entered);
        }}
      />
    );
  }
  return (
    <RepDeskPage
      key={token}
      token={token}
      onUnauthorized={refuse}
      onSignOut={() => {
        setRefused(false);
        leave();
      }}
    />
  );
}
