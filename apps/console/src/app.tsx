import { useCallback, useEffect, useState } from 'react';
import { RepDeskPage } from './rep-desk.tsx';
import { forgetToken, keepToken, readToken, type SignInPlace } from './session-token.ts';
import { refusedToken, SignIn } from './sign-in.tsx';

/** The desk of whoever is signed in, or the way in. */
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

  // A link with a token that is opened in this very tab changes the address without loading the page.
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
