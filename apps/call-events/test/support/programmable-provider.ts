import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

export interface ProviderBehaviour {
  /** Claims of the ID token beside those that every token has. They replace those, too. */
  claims: Record<string, unknown>;
  alg: 'RS256' | 'HS256';
  userinfo: { status: number; claims?: Record<string, unknown> };
  token: { status: number; body?: object };
}

const usual: ProviderBehaviour = {
  claims: {},
  alg: 'RS256',
  userinfo: { status: 401 },
  token: { status: 200 },
};

/** An identity provider that answers as a test says. It has no pages: the code that it redeems is the nonce of the sign-in. */
export class ProgrammableProvider {
  readonly clientId = 'callside-tests';
  readonly clientSecret = 'a client secret that is only good for tests';
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  behaviour = usual;
  userinfoRequests = 0;

  static async start(): Promise<ProgrammableProvider> {
    const provider = new ProgrammableProvider();
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${Object(this.#server.address()).port}`;
  }

  behave(behaviour: Partial<ProviderBehaviour>): void {
    this.behaviour = { ...usual, ...behaviour };
    this.userinfoRequests = 0;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { issuer, behaviour } = this;
    const send = (status: number, body: unknown, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return void send(200, {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/userinfo`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['pairwise'],
          id_token_signing_alg_values_supported: ['RS256', 'HS256'],
        });
      case '/jwks':
        return void send(200, {
          keys: [{ ...this.#keys.publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }],
        });
      case '/token': {
        const nonce = new URLSearchParams(await text(request)).get('code');
        const { status, body } = behaviour.token;
        if (status !== 200) return void send(status, body, challenge(status));
        return void send(200, { token_type: 'Bearer', access_token: 'any', id_token: this.#idToken(nonce), ...body });
      }
      case '/userinfo': {
        this.userinfoRequests += 1;
        const { status, claims } = behaviour.userinfo;
        return void send(status, { sub: this.#claims(null).sub, ...claims }, challenge(status));
      }
      default:
        send(404, {});
    }
  }

  #claims(nonce: string | null): Record<string, unknown> {
    const now = Math.floor(Date.now() / 1_000);
    const own = { iss: this.issuer, aud: this.clientId, sub: 'someone', iat: now, exp: now + 60, nonce };
    return { ...own, ...this.behaviour.claims };
  }

  #idToken(nonce: string | null): string {
    const { alg } = this.behaviour;
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = `${part({ alg, typ: 'JWT' })}.${part(this.#claims(nonce))}`;
    const signature =
      alg === 'RS256'
        ? sign('sha256', Buffer.from(signed), this.#keys.privateKey)
        : createHmac('sha256', this.clientSecret).update(signed).digest();
    return `${signed}.${signature.toString('base64url')}`;
  }
}

const challenge = (status: number) => (status === 401 ? { 'www-authenticate': 'Bearer' } : {});
