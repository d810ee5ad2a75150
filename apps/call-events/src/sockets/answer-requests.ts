import type { CompanionError, CompanionErrorCode } from '@callside/schemas';
import { type Logger, toServiceError } from '@callside/service-kit';
import type { z } from 'zod';

/** What a request comes to: an answer, or the reason why there is none. */
export type Outcome<Answer> = { answer: Answer } | { refusal: CompanionErrorCode };

/** More than a companion that has something to catch up with sends before the first is answered. */
const mostWaiting = 5_000;

const refusals: Record<Exclude<CompanionErrorCode, 'invalid'>, string> = {
  no_live_call: 'There is no live call.',
  unknown_call: 'There is no such call of yours.',
  unknown_session: 'There is no such session of yours.',
  not_producer: 'Another companion captures this session.',
  unavailable: 'The service cannot do this at the moment; retry later.',
};

/** Answers the requests of one socket, in the order in which they came. */
export function createRequestAnswerer(logger: Logger) {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  /** A listener that parses the payload and answers through the acknowledgement, if the sender wants one. */
  return function answering<Schema extends z.ZodType, Answer>(
    schema: Schema,
    handle: (payload: z.infer<Schema>) => Promise<Outcome<Answer>>,
  ) {
    async function answerTo(payload: unknown): Promise<Answer | CompanionError> {
      const parsed = schema.safeParse(payload);
      if (!parsed.success) {
        const issues = parsed.error.issues.map(({ message }) => message);
        return refused('invalid', `${issues.join('; ')}.`);
      }
      try {
        const outcome = await handle(parsed.data);
        return 'answer' in outcome ? outcome.answer : refused(outcome.refusal);
      } catch (error) {
        const { code } = toServiceError(error);
        logger[code === 'unavailable' ? 'warn' : 'error']({ err: error }, "a companion's request failed");
        return refused('unavailable');
      }
    }

    return (...args: unknown[]): void => {
      const acknowledge = args.at(-1);
      const answer = typeof acknowledge === 'function' ? (said: unknown) => acknowledge(said) : () => {};
      const payload = typeof args[0] === 'function' ? undefined : args[0];
      if (waiting >= mostWaiting) {
        answer(refused('unavailable'));
        return;
      }
      waiting += 1;
      last = last.then(async () => {
        answer(await answerTo(payload));
        waiting -= 1;
      });
    };
  };
}

function refused(code: CompanionErrorCode, message?: string): CompanionError {
  return { error: { code, message: message ?? (code === 'invalid' ? 'The payload is invalid.' : refusals[code]) } };
}
