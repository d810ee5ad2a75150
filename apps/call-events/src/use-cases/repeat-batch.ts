/** The batch must run again: another transaction recorded one of its ids first, or there was a deadlock. */
export class RepeatBatch extends Error {
  constructor(cause: unknown) {
    super('the batch must run again', { cause });
  }
}
