import { generateKeyPairSync, randomBytes } from 'node:crypto';
import Provider, { interactionPolicy } from 'oidc-provider';

/**
 * An OpenID Connect provider with the given people. `people`: address, name and whether the address is verified. `redirectHosts`:
 * the host names, without port, that people may be sent back to.
 */
export function createProvider({ issuer, people, clientId, clientSecret, redirectHosts }) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: ['http://localhost/sign-in/callback'],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'demo' }] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}`, policy: askingEachTime() },
    findAccount: (_context, email) => accountOf(people, email),
    loadExistingGrant,
    ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Interaction: 600, Grant: 600, Session: 60 },
    expiresWithSession: () => false,
  });
  provider.use(forgetSession);
  // Services of the demo and of tests have any port.
  provider.Client.prototype.redirectUriAllowed = (uri) => {
    if (!URL.canParse(uri)) return false;
    const { hostname, pathname } = new URL(uri);
    return pathname === '/sign-in/callback' && redirectHosts.includes(hostname);
  };
  return provider;
}

/**
 * No request has the session of an earlier sign-in: it would have to be ended before another person can be chosen, and one that expires
 * while the person is asked refuses the sign-in.
 */
function forgetSession(context, next) {
  const cookies = context.headers.cookie?.split('; ').filter((cookie) => !/^_session(\.sig)?=/.test(cookie));
  if (cookies !== undefined) context.req.headers.cookie = cookies.join('; ');
  return next();
}

/** Each sign-in asks who it is, so that one browser can change between the people. */
function askingEachTime() {
  const policy = interactionPolicy.base();
  const { Check } = interactionPolicy;
  const isChosen = ({ oidc }) => oidc.result?.login !== undefined;
  policy
    .get('login')
    .checks.add(
      new Check('person_not_chosen', 'a person must be chosen', (context) =>
        isChosen(context) ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    );
  return policy;
}

function accountOf(people, email) {
  const person = people.find((each) => each.email === email);
  if (person === undefined) return undefined;
  const { name, email_verified = true } = person;
  return { accountId: email, claims: () => ({ sub: email, email, email_verified, name }) };
}

/** Nobody is asked whether the service may know who they are. */
async function loadExistingGrant({ oidc }) {
  const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}
