import type { IncomingMessage } from 'node:http';

/** A value that one middleware sets on a request, and that the handlers after it read with its type. */
export class RequestValue<T> {
  readonly #name: string;
  readonly #property: symbol;

  constructor(name: string) {
    this.#name = name;
    this.#property = Symbol(name);
  }

  set(request: IncomingMessage, value: T): void {
    (request as unknown as Record<symbol, T>)[this.#property] = value;
  }

  find(request: IncomingMessage): T | undefined {
    return (request as unknown as Record<symbol, T | undefined>)[this.#property];
  }

  /** Throws if it is not set: the handler that reads it comes before the middleware that sets it. */
  of(request: IncomingMessage): T {
    const value = this.find(request);
    if (value === undefined) throw new Error(`The ${this.#name} of this request is read before it is set.`);
    return value;
  }
}
