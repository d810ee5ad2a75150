import type { RequestHandler } from 'express';
import { requestBrand } from './brand-of-host.ts';

/**
 * For paths that begin with `/:brand`, after brandOfHost: they exist only if that is the brand of the host. The answers are
 * private: caches must not store them.
 */
export const ofBrandInPath: RequestHandler<{ brand: string }> = (request, response, next) => {
  if (request.params.brand !== requestBrand.of(request).slug) return next('route');
  response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  next();
};
