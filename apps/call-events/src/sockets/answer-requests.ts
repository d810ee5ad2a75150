import { type CompanionError, type CompanionErrorCode, tooLargeIssue } from '@callside/schemas';
import { type Logger, toServiceError } from '@callside/service-kit';
import type { z } from 'zod';
import type { BytesAccount } from './bytes-in-flight.ts';

/** What a request comes to: an answer, or the reason why there is none. */
export type Outcome<Answer> = { answer: Answer } | { refusal: Exclude<CompanionErrorCode, 'too_large'> };

/** More than a companion that has something to catch up with sends before the first is answered. */
const mostWaiting = 5_000;
/** What a request holds besides its texts while it waits. */
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
  /** Of the socket: what its waiting requests hold. */
  account: BytesAccount;
  logger: Logger;
}

/**
 * Answers the requests of one socket, in the order in which they came. A request is parsed when it arrives: while it waits,
 * nothing is held of it but what its schema knows.
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

  /** A listener that parses the payload and answers through the acknowledgement, if the sender wants one. */
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

/** A function of its own, so that what waits does not hold the arguments. */
function acknowledgementOf(args: unknown[]): Acknowledge {
  const acknowledge = args.at(-1);
  return typeof acknowledge === 'function' ? (said) => acknowledge(said) : () => {};
}

function answerLater(answer: Acknowledge, said: CompanionError): () => Promise<void> {
  return async () => answer(said);
}

/** Two bytes a character, as long as nobody knows better. */
function textBytes(payload: unknown): number {
  return Object.values(Object(payload)).reduce<number>(
    (bytes, value) => bytes + (typeof value === 'string' ? 2 * value.length : 0),
    0,
  );
}

function invalid({ issues }: z.ZodError): CompanionError {
  // The one refusal that clients know by a word of its own.
  if (issues.every((issue) => issue.code === 'custom' && issue.params?.reason === tooLargeIssue.reason)) {
    return { error: 'too_large' };
  }
  return refused('invalid', `${issues.map(({ message }) => message).join('; ')}.`);
}

function refused(code: Exclude<CompanionErrorCode, 'too_large'>, message?: string): CompanionError {
  return { error: { code, message: message ?? (code === 'invalid' ? 'The payload is invalid.' : refusals[code]) } };
}
