import type { Response } from 'express';
import { stringifyJson } from './json-text.ts';

export function sendJson(response: Response, value: unknown): void {
  response.type('json').send(stringifyJson(value));
}
