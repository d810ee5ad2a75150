import { createSessionTokens, type SessionAudience } from '@callside/auth';
import type { HttpAnswer, HttpClient } from '@callside/test-kit';
import { parse } from 'csv-parse/sync';
import type { TestUser } from './organisations.ts';
import { sessionSecret } from './service-under-test.ts';

const tokens = createSessionTokens({ secrets: [sessionSecret] });

interface TokenFields {
  audience?: SessionAudience;
  ttlSeconds?: number;
  now?: Date;
}

/** A token of a user for a service under test. */
export async function tokenFor(
  user: { id: string },
  brand: { id: string },
  { audience = 'api', ttlSeconds = 600, now = new Date() }: TokenFields = {},
): Promise<string> {
  return tokens.issue({ userId: user.id, brandId: brand.id, audience, ttlSeconds, now }).token;
}

interface Place {
  id: string;
  slug: string;
  host: string;
}

/** A signed-in user who reads below the path of their brand: `read('/chats')`. */
export class Reader {
  readonly #client: HttpClient;
  readonly #brand: Place;
  readonly #token: string;

  constructor(client: HttpClient, brand: Place, token: string) {
    this.#client = client;
    this.#brand = brand;
    this.#token = token;
  }

  static async of(client: HttpClient, brand: Place, user: TestUser): Promise<Reader> {
    return new Reader(client, brand, await tokenFor(user, brand));
  }

  get headers(): Record<string, string> {
    return { host: this.#brand.host, authorization: `Bearer ${this.#token}` };
  }

  pathOf(path: string): string {
    return `/${this.#brand.slug}${path}`;
  }

  send(method: string, path: string, body?: unknown): Promise<HttpAnswer> {
    return this.#client.send({
      method,
      path: this.pathOf(path),
      headers: this.headers,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  /** The parsed body of a 200 answer. */
  async read<Body>(path: string, query: Record<string, string | number> = {}): Promise<Body> {
    const answer = await this.send('GET', path + queryText(query));
    if (answer.status !== 200) throw new Error(`GET ${path} was answered ${answer.status}: ${answer.text}`);
    return answer.json as Body;
  }

  /** All items of a list, page by page. Calls `meanwhile` between two pages. */
  async readAll<Item>(
    path: string,
    query: Record<string, string | number> = {},
    meanwhile: () => Promise<unknown> = async () => {},
  ): Promise<Item[]> {
    const items: Item[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: Item[]; next_cursor: string | null } = await this.read(path, {
        ...query,
        ...(cursor !== null && { cursor }),
      });
      items.push(...page.items);
      cursor = page.next_cursor;
      if (cursor !== null) await meanwhile();
    } while (cursor !== null);
    return items;
  }
}

function queryText(query: Record<string, string | number>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  return parameters.size === 0 ? '' : `?${parameters}`;
}

/** The records of a CSV text by header name, read like spreadsheets and programs do. */
export function csvRecords(text: string): Record<string, string>[] {
  return parse(text, { columns: true, record_delimiter: '\r\n' });
}

/** The lines of an NDJSON text. */
export function ndjsonRecords<Line>(text: string): Line[] {
  if (text !== '' && !text.endsWith('\n')) throw new Error('the last line is not whole');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
