import { isUuid, ServiceError } from '@callside/service-kit';

/** An id in a path. An id that is not a UUID gives the same error as an unknown one. */
export function publicId(text: string, what: string): string {
  if (isUuid(text)) return text.toLowerCase();
  throw unknown(what);
}

export function foundOr404<Found>(found: Found | null, what: string): Found {
  if (found === null) throw unknown(what);
  return found;
}

function unknown(what: string): ServiceError {
  return new ServiceError({ code: 'not_found', message: `There is no such ${what}.` });
}
