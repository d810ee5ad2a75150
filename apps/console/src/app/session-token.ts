const storageKey = 'callside.token';

/** The parts of sessionStorage and of the page's address that sign-in uses. */
export interface SignInPlace {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  history: Pick<History, 'replaceState'>;
}

/** The token in the address (`#token=…`), or the one stored for this tab. Removes it from the address at once. */
export function readToken(place: SignInPlace): string | null {
  const brought = takeTokenFromAddress(place);
  if (brought !== null) keepToken(place, brought);
  return brought ?? place.storage.getItem(storageKey);
}

export function keepToken({ storage }: SignInPlace, token: string): void {
  storage.setItem(storageKey, token);
}

export function forgetToken({ storage }: SignInPlace): void {
  storage.removeItem(storageKey);
}

/** The token in a pasted text: the bare token, or the JSON that the command line prints. null if there is none. */
export function tokenInText(text: string): string | null {
  const trimmed = text.trim();
  const quoted = /"token"\s*:\s*"([^"]+)"/.exec(trimmed)?.[1];
  const token = quoted ?? trimmed.replace(/^Bearer\s+/i, '').replace(/^(["'])(.*)\1$/, '$2');
  return token === '' || /\s/.test(token) ? null : token;
}

function takeTokenFromAddress({ location, history }: SignInPlace): string | null {
  const parameters = new URLSearchParams(location.hash.replace(/^#/, ''));
  if (!parameters.has('token')) return null;
  history.replaceState(null, '', `${location.pathname}${location.search}`);
  return tokenInText(parameters.get('token') ?? '');
}

/** The audience that the token names; null if it is not a token. The token is not verified. */
export function audienceOf(token: string): string | null {
  try {
    const payload = token.split('.')[1] ?? '';
    const { aud } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof aud === 'string' ? aud : null;
  } catch {
    return null;
  }
}
