import type { OpenApiOperation, OpenApiParameter, OpenApiResponse, Reference } from './document.ts';
import { type OpenApiBody, responses } from './operation-parts.ts';
import { brand, errors, faults, signedIn } from './signed-in.ts';

interface Read extends Pick<OpenApiOperation, 'operationId' | 'summary' | 'description'> {
  parameters?: OpenApiParameter[];
  status?: 200 | 201;
  answer: OpenApiResponse;
  /** Further responses; one may replace a response that all have. */
  refusals?: Record<number, OpenApiResponse | Reference>;
  tag?: string;
}

/** An operation without a body. */
export function read({
  parameters = [],
  status = 200,
  answer,
  refusals = {},
  tag = 'Reads',
  ...texts
}: Read): OpenApiOperation {
  return {
    ...texts,
    tags: [tag],
    security: signedIn,
    parameters: [brand, ...parameters],
    responses: { [status]: answer, ...errors, ...refusals, ...faults },
  };
}

export interface Write extends Read {
  body: OpenApiBody;
}

export function write({ body, refusals, ...others }: Write): OpenApiOperation {
  const invalidBody = responses({ 413: 'BodyTooLarge', 422: 'InvalidBody' });
  const { responses: all, ...operation } = read({ ...others, refusals: { ...invalidBody, ...refusals } });
  return { ...operation, requestBody: body, responses: all };
}
