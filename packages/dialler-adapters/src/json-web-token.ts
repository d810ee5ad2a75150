import { createDecoder, createVerifier } from 'fast-jwt';

const decode = createDecoder();

/** The claims of a token, unchecked; undefined: it is none. */
export function claimsOf(token: string): unknown {
  try {
    return decode(token);
  } catch {
    return undefined;
  }
}

/** The claims of a token that is signed with HS256 and this secret and has not expired; undefined for any other. */
export function verifiedClaims(token: string, secret: string): unknown {
  try {
    return createVerifier({ key: secret, algorithms: ['HS256'] })(token);
  } catch {
    return undefined;
  }
}
