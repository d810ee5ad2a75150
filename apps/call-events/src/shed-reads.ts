import { overloaded } from '@callside/service-kit';
import { type Response, Router } from 'express';

interface Options {
  /** Whether webhooks need the capacity. */
  isIntakeBusy: () => boolean;
  /** At once. Each may keep a page of some megabytes in memory until its reader has received it. */
  mostReads?: number;
  /** At once. Exports take long and read all the time. */
  mostExports?: number;
}

/** The others read or write a few rows. */
const costlyReads = [
  '/:brand/chats',
  '/:brand/calls',
  '/:brand/events',
  '/:brand/experiments',
  '/:brand/results',
  '/:brand/settings/unresolved-agents',
  '/:brand/team',
];

const retryAfterSeconds = 2;

/** Sheds reads before webhooks: answers 503 while the intake is busy, and to more concurrent reads than memory allows. */
export function shedReads({ isIntakeBusy, mostReads = 100, mostExports = 10 }: Options): Router {
  const router = Router();
  const admitExport = gate(mostExports);
  const admitRead = gate(mostReads);
  router.use('/:brand/calls/export', (_request, response, next) => {
    admitExport(response);
    next();
  });
  router.use(costlyReads, (_request, response, next) => {
    if (isIntakeBusy()) throw overloaded({ retryAfterSeconds });
    admitRead(response);
    next();
  });
  return router;
}

/** Throws if `most` of the admitted responses are still open. */
function gate(most: number): (response: Response) => void {
  let open = 0;
  return (response) => {
    if (open >= most) throw overloaded({ retryAfterSeconds });
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
  };
}
