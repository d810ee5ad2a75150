// The desk: what a rep's page shows beside the live call, and what a rep writes about their calls.

import { queryThrough } from '@callside/database';
import { type RequestHandler, Router } from 'express';
import type { AuditRequest } from '../brands/index.ts';
import { CustomerStore } from '../customers/index.ts';
import type { Pools } from '../pools.ts';
import { DeskStore } from './desk.store.ts';
import type { DeskSources } from './desk-sources.ts';
import { createFollowUpRoutes } from './follow-ups.routes.ts';
import { FollowUpStore } from './follow-ups.store.ts';
import { createDeskRoutes } from './routes.ts';

interface Dependencies extends Pick<DeskSources, 'onChanged' | 'onPicked' | 'onNotes' | 'countMasked'> {
  pools: Pools;
  requireDesk: RequestHandler;
  auditRequest: AuditRequest;
}

export function createDesk({ pools, requireDesk, auditRequest, ...reports }: Dependencies): { routes: Router } {
  // The settings of `pages` exclude the index of words of names.
  const search = new CustomerStore({ query: queryThrough(pools.snapshots) });
  const desk = {
    desk: new DeskStore(pools.pages),
    customers: new CustomerStore(pools.pages),
    followUps: new FollowUpStore(pools.pages),
    findCustomers: search.search.bind(search),
    ...reports,
  };
  const routes = Router();
  routes.use(createDeskRoutes({ requireDesk, auditRequest, desk }));
  routes.use(createFollowUpRoutes({ requireDesk, ...desk }));
  return { routes };
}
