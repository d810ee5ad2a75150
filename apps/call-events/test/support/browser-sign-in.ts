import type { HttpAnswer, HttpClient } from '@callside/test-kit';

/** Cookies of one origin; paths are not distinguished. */
class CookieJar {
  readonly #cookies = new Map<string, string>();
  /** Everything that was ever set, with its attributes. */
  readonly set: string[] = [];

  store(headers: readonly string[]): void {
    for (const header of headers) {
      this.set.push(header);
      const [pair = ''] = header.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      if (/Expires=Thu, 01 Jan 1970/i.test(header)) this.#cookies.delete(name);
      else this.#cookies.set(name, pair.slice(name.length + 1));
    }
  }

  get header(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  copy(): CookieJar {
    const copy = new CookieJar();
    for (const [name, value] of this.#cookies) copy.#cookies.set(name, value);
    return copy;
  }
}

/** A browser without scripts that signs in at the demo provider: it keeps cookies and does not follow redirects by itself. */
export class SignInBrowser {
  readonly #client: HttpClient;
  readonly #host: string;
  readonly #headers: Record<string, string>;
  cookies = new CookieJar();
  #providerCookies = new CookieJar();

  constructor(client: HttpClient, host: string, headers: Record<string, string> = {}) {
    this.#client = client;
    this.#host = host;
    this.#headers = headers;
  }

  /** Asks the service. */
  async get(path: string, client = this.#client): Promise<HttpAnswer> {
    const answer = await client.send({
      method: 'GET',
      path,
      headers: { host: this.#host, ...this.#headers, cookie: this.cookies.header },
    });
    this.cookies.store(answer.headers['set-cookie'] ?? []);
    return answer;
  }

  /** Goes to the provider and back; resolves to the path with which the provider sends the browser back. */
  async identifyAs(email: string, { returnTo }: { returnTo?: string } = {}): Promise<string> {
    // Otherwise the provider would end its session of the earlier person first.
    this.#providerCookies = new CookieJar();
    const query = returnTo === undefined ? '' : `?return_to=${encodeURIComponent(returnTo)}`;
    const begun = await this.get(`/sign-in${query}`);
    const asked = await this.#atProvider(begun.headers.location ?? '');
    const chosen = await this.#atProvider(asked, new URLSearchParams({ email }));
    const back = new URL(await this.#atProvider(chosen));
    return back.pathname + back.search;
  }

  async signIn(email: string, options: { returnTo?: string } = {}): Promise<HttpAnswer> {
    return this.get(await this.identifyAs(email, options));
  }

  /** A copy with the cookies of now. */
  copy(): SignInBrowser {
    const copy = new SignInBrowser(this.#client, this.#host, this.#headers);
    copy.cookies = this.cookies.copy();
    return copy;
  }

  /** Resolves to the address that the provider redirects to. */
  async #atProvider(url: string, body?: URLSearchParams): Promise<string> {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: this.#providerCookies.header },
      ...(body !== undefined && { method: 'POST', body }),
    });
    this.#providerCookies.store(answer.headers.getSetCookie());
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
    return new URL(location, url).href;
  }
}
