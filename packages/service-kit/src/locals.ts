/** Fields that a route adds to the summary line of its request: ids and outcomes, never bodies, keys or numbers. */
export type LogFields = Record<string, unknown>;

declare global {
  namespace Express {
    interface Locals {
      /** Set by createRequestContext. */
      requestId: string;
      logFields: LogFields;
      /** Set by createJsonBody: the JSON text, and what it parses to. */
      bodyText: string;
      body: unknown;
    }
  }
}
