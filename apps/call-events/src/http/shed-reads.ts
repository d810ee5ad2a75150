import { ServiceError } from '@callside/service-kit';
import { type Response, Router } from 'express';

interface Options {
  /** Whether webhooks need what the service has. */
  isIntakeBusy: () => boolean;
  /** At once; each may hold a page of some megabytes until its reader has taken it. */
  mostReads?: number;
  /** At once; they take long, and each reads all the time. */
  mostExports?: number;
}

/** Refuses reads before webhooks have to be: 503 while the intake is busy, and for more reads at once than fit into memory. */
export function shedReads({ isIntakeBusy, mostReads = 100, mostExports = 10 }: Options): Router {
  const router = Router();
  const admitExport = gate(mostExports);
  const admitRead = gate(mostReads);
  router.use('/:brand/calls/export', (_request, response, next) => {
    admitExport(response);
    next();
  });
  router.use(['/:brand/chats', '/:brand/calls', '/:brand/events'], (_request, response, next) => {
    if (isIntakeBusy()) throw overloaded();
    admitRead(response);
    next();
  });
  return router;
}

/** Throws when so many responses that it has let in are not over. */
function gate(most: number): (response: Response) => void {
  let open = 0;
  return (response) => {
    if (open >= most) throw overloaded();
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
  };
}

function overloaded(): ServiceError {
  return new ServiceError({
    code: 'unavailable',
    message: 'The service is overloaded; retry later.',
    retryAfterSeconds: 2,
  });
}
