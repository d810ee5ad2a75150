/** The batch must run again: another transaction recorded one of its ids first, or there was a deadlock. */
export class RepeatBatch extends Error {
  constructor(cause: unknown) {
    super('the batch must run again', { cause });
  }
}

/** Another transaction holds a row that the batch needs, or a statement took too long. Nothing of the batch was recorded. */
export class HeldUpBatch extends Error {
  constructor(cause: unknown) {
    super('the batch was held up', { cause });
  }
}
