import { requireOwner } from '@callside/auth';
import type { Database } from '@callside/database';
import { type ErasureView, erasureFields, erasureRequestSchema } from '@callside/schemas';
import {
  createJsonBody,
  invalidBody,
  jsonBody,
  methodNotAllowed,
  objectOf,
  parseOrThrow,
  ServiceError,
} from '@callside/service-kit';
import { ErasureError, eraseCustomer } from '@callside/shop-data';
import { type RequestHandler, Router } from 'express';
import { type ActingOwner, actingOwner, ofBrandInPath } from '../brands/index.ts';

interface Dependencies {
  requireSession: RequestHandler;
  /** It reads the whole log of events, part by part. */
  database: Pick<Database, 'prisma'>;
}

const limitBytes = 16 * 1024;
const shape = objectOf(erasureFields);

/** The erasure of a customer: `callside customer erase`, with the same guarantees. It goes on when the owner's browser goes away. */
export function createErasureRoutes({ requireSession, database }: Dependencies): Router {
  const router = Router();
  router
    .route('/:brand/settings/customers/erase')
    .all(ofBrandInPath)
    .post(requireSession, requireOwner, createJsonBody({ limitBytes, shape }), async (request, response) => {
      const { phone, customer_id, dry_run, all } = parseOrThrow(erasureRequestSchema, jsonBody.of(request).value);
      const name = phone == null ? { customerId: customer_id ?? '' } : { phone };
      const report = await erase(actingOwner(request), name, { dryRun: dry_run, all: all === true });
      response.json(report satisfies ErasureView);
    })
    .all(methodNotAllowed('POST'));
  return router;

  async function erase(
    { brandId, ...owner }: ActingOwner,
    name: Parameters<typeof eraseCustomer>[2],
    options: { dryRun: boolean; all: boolean },
  ): Promise<ErasureView> {
    try {
      const brand = await database.prisma.brand.findUniqueOrThrow({
        where: { id: brandId },
        select: { id: true, country: true },
      });
      return await eraseCustomer(database, brand, name, { ...options, acting: owner });
    } catch (error) {
      throw error instanceof ErasureError ? refusalOf(error) : error;
    }
  }
}

function refusalOf({ code, message }: ErasureError): ServiceError {
  return code === 'conflict' ? new ServiceError({ code, message }) : invalidBody('phone', 'value_error', message);
}
