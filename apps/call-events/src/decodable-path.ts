import { notFound } from '@callside/service-kit';
import type { RequestHandler } from 'express';

/** For use before express-static-gzip, which answers a path that cannot be decoded (`/assets/%`) with plain text. */
export const requireDecodablePath: RequestHandler = (request, _response, next) => {
  if (isDecodable(request.path)) return next();
  next(notFound());
};

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
