import { type CompanionError, type CompanionErrorCode, tooLargeIssue } from '@callside/schemas';
import { type Logger, toServiceError } from '@callside/service-kit';
import type { z } from 'zod';
import type { BytesAccount } from './bytes-in-flight.ts';

/** The result of a request: an answer, or the reason for a refusal. */
export type Outcome<Answer> = { answer: Answer } | { refusal: Exclude<CompanionErrorCode, 'too_large'> };

/** More than a companion that catches up sends before the first answer. */
const mostWaiting = 5_000;
/** Memory of a waiting request besides its texts. */
const requestBytes = 1_024;

const refusals: Record<Exclude<CompanionErrorCode, 'invalid' | 'too_large'>, string> = {
  no_live_call: 'There is no live call.',
  unknown_call: 'There is no such call of yours.',
  unknown_session: 'There is no such session of yours.',
  not_producer: 'Another companion captures this session.',
  unauthorized: 'The token is not valid for this connection.',
  unavailable: 'The service cannot do this at the moment; retry later.',
};

interface Dependencies {
  /** The socket's account for the bytes of its waiting requests. */
  account: BytesAccount;
  logger: Logger;
}

/**
 * Answers the requests of one socket in order of arrival. A request is parsed when it arrives: while it waits, only the fields
 * of its schema stay in memory.
 */
export function createRequestAnswerer({ account, logger }: Dependencies) {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  function enqueue(bytes: number, work: () => Promise<void>): boolean {
    if (waiting >= mostWaiting || !account.take(bytes)) return false;
    waiting += 1;
    last = last
      .then(work)
      .catch((error: unknown) => logger.error({ err: error }, "a socket's request could not be answered"))
      .finally(() => {
        waiting -= 1;
        account.giveBack(bytes);
      });
    return true;
  }

  /** A listener that parses the payload and answers through the acknowledgement, if the sender asks for one. */
  return function answering<Schema extends z.ZodType, Answer>(
    schema: Schema,
    handle: (payload: z.infer<Schema>) => Promise<Outcome<Answer>>,
  ) {
    async function answerTo(payload: z.infer<Schema>): Promise<Answer | CompanionError> {
      try {
        const outcome = await handle(payload);
        return 'answer' in outcome ? outcome.answer : refused(outcome.refusal);
      } catch (error) {
        const { code } = toServiceError(error);
        logger[code === 'unavailable' ? 'warn' : 'error']({ err: error }, "a socket's request failed");
        return refused('unavailable');
      }
    }

    return (...args: unknown[]): void => {
      const answer = acknowledgementOf(args);
      const parsed = schema.safeParse(typeof args[0] === 'function' ? undefined : args[0]);
      const isQueued = parsed.success
        ? enqueue(requestBytes + textBytes(parsed.data), async () => answer(await answerTo(parsed.data)))
        : enqueue(requestBytes, answerLater(answer, invalid(parsed.error)));
      if (!isQueued) answer(refused('unavailable'));
    };
  };
}

type Acknowledge = (said: unknown) => void;

/** A separate function, so that a waiting request does not keep its arguments in memory. */
function acknowledgementOf(args: unknown[]): Acknowledge {
  const acknowledge = args.at(-1);
  return typeof acknowledge === 'function' ? (said) => acknowledge(said) : () => {};
}

function answerLater(answer: Acknowledge, said: CompanionError): () => Promise<void> {
  return async () => answer(said);
}

/** Two bytes for each character of its texts: an upper bound. */
function textBytes(payload: unknown): number {
  return Object.values(Object(payload)).reduce<number>(
    (bytes, value) => bytes + (typeof value === 'string' ? 2 * value.length : 0),
    0,
  );
}

function invalid({ issues }: z.ZodError): CompanionError {
  // The only refusal that is a plain word instead of a code and a message.
  if (issues.every((issue) => issue.code === 'custom' && issue.params?.reason === tooLargeIssue.reason)) {
    return { error: 'too_large' };
  }
  return refused('invalid', `${issues.map(({ message }) => message).join('; ')}.`);
}

function refused(code: Exclude<CompanionErrorCode, 'too_large'>, message?: string): CompanionError {
  return { error: { code, message: message ?? (code === 'invalid' ? 'The payload is invalid.' : refusals[code]) } };
}
