/** Fields that a route adds to the log line of its request: ids and outcomes, never bodies, keys or numbers. */
export type LogFields = Record<string, unknown>;

declare global {
  namespace Express {
    interface Locals {
      /** Set by createRequestContext. */
      requestId: string;
      logFields: LogFields;
      /** Set by createJsonBody: the parsed body, with the members that the route reads. */
      body: unknown;
      /** The text of such a member, as it was sent. */
      memberText: (name: string) => string | undefined;
    }
  }
}
