import { ServiceError } from './errors.ts';

/** The error for a member of a JSON body that a rule of the service refuses. */
export function invalidBody(field: string, type: string, msg: string): ServiceError {
  return new ServiceError({
    code: 'invalid',
    message: 'The body is not valid.',
    issues: [{ type, loc: ['body', field], msg }],
  });
}
