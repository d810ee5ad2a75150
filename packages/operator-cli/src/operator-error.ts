/** Something the operator can act on: the message is one line that says what is wrong and what to do next. Exit code 1. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
