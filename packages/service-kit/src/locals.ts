/** Fields that a route adds to the summary line of its request: ids and outcomes, never bodies, keys or numbers. */
export type LogFields = Record<string, unknown>;

declare global {
  namespace Express {
    interface Locals {
      /** Set by createRequestContext. */
      requestId: string;
      logFields: LogFields;
      /** Set by createJsonBody: what the text of the body parses to, as far as the route wants it. */
      body: unknown;
      /** The text of a wanted member of the body, as it was sent. */
      memberText: (name: string) => string | undefined;
    }
  }
}
