import { shopAnswerSchema } from '../shops.ts';
import type { OpenApiPathItem } from './document.ts';
import { shopExamples } from './golden.ts';
import { json, keyErrors, notFound } from './operation-parts.ts';
import { referenceTo } from './recommender-components.ts';

/** The webhooks of shops. */
export const shopPaths: Record<string, OpenApiPathItem> = {
  '/shops/{shop}': {
    post: {
      operationId: 'takeShopDelivery',
      tags: ['Shops'],
      summary: 'A webhook of a shop, in its own form',
      description:
        'Products, stock and orders are written as imports write them. A repeated delivery changes nothing, and an older one ' +
        'does not replace what a newer one said. A change of stock holds for offers within 5 seconds.\n\n' +
        'Checks come in this order: shop (404), size (413), signature (401), payload (422). The secret of the shop is set with ' +
        '`callside shop set`. Without SECRETS_KEY and SESSION_SECRET the answer is 404. Experimental: tested against the ' +
        'payloads of the documentation of the shops.',
      security: [{}],
      parameters: [
        {
          name: 'shop',
          in: 'path',
          required: true,
          description: 'The shop system.',
          schema: { type: 'string', enum: ['shopify', 'woocommerce'] },
        },
      ],
      requestBody: {
        required: true,
        description:
          'At most 4 MiB: the payload of the shop, with its signature in `X-Shopify-Hmac-Sha256` or `X-WC-Webhook-Signature`.',
        content: { '*/*': { schema: {} } },
      },
      responses: {
        200: json(
          'The delivery was taken. `outcome` says what became of it.',
          referenceTo(shopAnswerSchema),
          shopExamples,
        ),
        ...keyErrors,
        ...notFound,
      },
    },
  },
};
