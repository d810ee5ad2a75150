import type {
  JsonSchema,
  OpenApiExample,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
  Reference,
} from './document.ts';
import { brand, errors, faults, signedIn } from './signed-in.ts';

type OperationTexts = Pick<OpenApiOperation, 'operationId' | 'summary' | 'description'>;

export interface Read extends OperationTexts {
  parameters?: OpenApiParameter[];
  answer: OpenApiResponse;
  refusals?: Record<string, Reference>;
  tag?: string;
}

export function read({ parameters = [], answer, refusals = {}, tag = 'Reads', ...texts }: Read): OpenApiOperation {
  return {
    ...texts,
    tags: [tag],
    security: signedIn,
    parameters: [brand, ...parameters],
    responses: { 200: answer, ...errors, ...refusals, ...faults },
  };
}

export interface Write extends Read {
  status: 200 | 201;
  body: JsonSchema | Reference;
  examples: Record<string, OpenApiExample>;
  /** Further responses; one may replace a response of every write. */
  others?: Record<string, OpenApiResponse | Reference>;
}

/** A write of an owner with a body. */
export function write({
  status,
  body,
  examples,
  answer,
  others = {},
  parameters = [],
  tag = 'Reads',
  ...texts
}: Write): OpenApiOperation {
  return {
    ...texts,
    tags: [tag],
    security: signedIn,
    parameters: [brand, ...parameters],
    requestBody: {
      required: true,
      description: 'With the cookie it must be declared as `application/json`.',
      content: { 'application/json': { schema: body, examples } },
    },
    responses: {
      [status]: answer,
      ...errors,
      413: { $ref: '#/components/responses/BodyTooLarge' },
      422: { $ref: '#/components/responses/InvalidBody' },
      ...others,
      ...faults,
    },
  };
}
