import { requireOwner } from '@callside/auth';
import { type AuditLog, auditQuerySchema, brandChangeSchema } from '@callside/schemas';
import {
  createJsonBody,
  type JsonShape,
  jsonBody,
  methodNotAllowed,
  parseOrThrow,
  ServiceError,
} from '@callside/service-kit';
import { type Request, type RequestHandler, Router } from 'express';
import { decodeCursor, encodeCursor } from '../page-cursor.ts';
import { actingOwner } from './acting-owner.ts';
import { requestBrand } from './brand-of-host.ts';
import { ofBrandInPath } from './brand-segment.ts';
import type { BrandSettingsStore } from './brand-settings.store.ts';
import { requestHost, type TrustProxy } from './request-host.ts';

interface Dependencies {
  requireSession: RequestHandler;
  requireAuditor: RequestHandler;
  brandSettings: Pick<BrandSettingsStore, 'read' | 'change' | 'auditLog'>;
  /** The proxies whose forwarded headers are trusted. */
  trusts: TrustProxy;
}

const texts: JsonShape = { elements: 'scalar', most: 50 };
const body = createJsonBody({
  limitBytes: 64 * 1024,
  shape: {
    members: {
      name: 'scalar',
      hosts: texts,
      currency: 'scalar',
      time_zone: 'scalar',
      shown_metadata: texts,
      context_fields: texts,
      retention_days: 'scalar',
      frame_origins: texts,
      exploration_rate: 'scalar',
      recording_by: 'scalar',
      version: 'scalar',
    },
  },
});

/** The owners' page of the organisation, and its audit log, which auditors read too. */
export function createBrandSettingsRoutes({
  requireSession,
  requireAuditor,
  brandSettings,
  trusts,
}: Dependencies): Router {
  const router = Router();
  const hostOf = ({ headers, socket }: Request) => requestHost({ headers, address: socket.remoteAddress }, trusts);

  router
    .route('/:brand/settings/brand')
    .all(ofBrandInPath)
    .get(requireSession, requireOwner, async (request, response) => {
      response.json(await brandSettings.read(requestBrand.of(request).id));
    })
    .put(requireSession, requireOwner, body, async (request, response) => {
      const change = parseOrThrow(brandChangeSchema, jsonBody.of(request).value);
      const ownHost = hostOf(request) ?? '';
      if (change.hosts !== undefined && !change.hosts.includes(ownHost)) {
        const message = `You use the console at ${ownHost}: this host must stay.`;
        throw new ServiceError({ code: 'conflict', message });
      }
      const changed = await brandSettings.change(actingOwner(request), change);
      if ('outdated' in changed) {
        const message = 'These settings were changed meanwhile. Check what they are now, then save again.';
        throw new ServiceError({ code: 'conflict', message });
      }
      if ('hostTaken' in changed) {
        throw new ServiceError({ code: 'conflict', message: `The host ${changed.hostTaken} is taken.` });
      }
      response.json(changed);
    })
    .all(methodNotAllowed(['GET', 'HEAD', 'PUT']));

  router
    .route('/:brand/settings/audit')
    .all(ofBrandInPath)
    .get(requireAuditor, async (request, response) => {
      const { cursor, ...filter } = parseOrThrow(auditQuerySchema, request.query, 'query');
      const position = decodeCursor(cursor, 'audit');
      const beforeId = position === null ? null : BigInt(position.id);
      const { items, next } = await brandSettings.auditLog(requestBrand.of(request).id, beforeId, filter);
      response.json({ items: [...items], next_cursor: encodeCursor(next) } satisfies AuditLog);
    })
    .all(methodNotAllowed(['GET', 'HEAD']));
  return router;
}
