import { exchange, type HttpAnswer } from './http-exchange.ts';
import { type HttpSample, requestBytes } from './http-sample.ts';

interface Contract<Sample> {
  /** Statuses that the reference documents for these requests. */
  statuses: readonly number[];
  /** Whether the request carries an accepted credential. */
  isAuthorised: (sample: Sample) => boolean;
  /** Names of the schema, which must not be readable without a credential. */
  fieldNames: RegExp;
}

/** Node's HTTP parser refuses these requests before the service, so the answers have no request id. */
export const parserStatuses: readonly number[] = [400, 408, 413, 417, 431];

/** Sends a request and rejects when the answer breaks the contract. */
export function createHttpCheck<Sample extends HttpSample>(
  port: () => number,
  { statuses, isAuthorised, fieldNames }: Contract<Sample>,
) {
  return async (sample: Sample): Promise<void> => {
    const answer = await exchange(port(), requestBytes(sample));
    if (answer === null) throw new Error('the connection ended without an answer');
    requireDocumented(answer, statuses);
    if (sample.method === 'HEAD') return;
    requireShape(answer);
    if (isAuthorised(sample)) return;
    if (answer.status < 400) throw new Error(`answered ${answer.status} without a credential`);
    if (fieldNames.test(answer.text)) throw new Error(`discloses the schema without a credential: ${answer.text}`);
  };
}

export function requireDocumented({ status, text }: HttpAnswer, statuses: readonly number[]): void {
  if (!statuses.includes(status)) throw new Error(`status ${status} is not documented here: ${text.slice(0, 500)}`);
}

/** Every refusal gives its reason in `detail`, and every answer of the service has a request id. */
export function requireShape({ status, headers, text }: HttpAnswer): void {
  if (!parserStatuses.includes(status) && !headers.has('x-request-id')) {
    throw new Error(`an answer ${status} came without X-Request-Id`);
  }
  if (status < 400 || (parserStatuses.includes(status) && text === '')) return;
  const detail = Object(parseJson(text)).detail;
  const isRight = status === 422 ? Array.isArray(detail) && detail.length > 0 : typeof detail === 'string';
  if (!isRight) throw new Error(`the body of a ${status} is not an error: ${text.slice(0, 500)}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
