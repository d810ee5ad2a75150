import { z } from 'zod';
import { storableText } from './storable-text.ts';

const instant = z.iso.datetime({ offset: true });

/** What an endpoint may ask for. */
export const endpointEvents = [
  'call.started',
  'call.ended',
  'call.completed',
  'sale.recorded',
  'offer.declined',
  'customer.objected',
  'agent.unresolved',
  'pause.unconfirmed',
] as const;
export const endpointEventSchema = z.enum(endpointEvents, `events must be of ${endpointEvents.join(', ')}`);
export type EndpointEvent = z.infer<typeof endpointEventSchema>;

/** Why a delivery got no answer. */
export const deliveryProblems = [
  'private_address',
  'plain_http',
  'unknown_host',
  'no_connection',
  'certificate',
  'timeout',
  'secret_unreadable',
] as const;
export type DeliveryProblem = (typeof deliveryProblems)[number];

const longestUrl = 2_000;

export const endpointRequestSchema = z.object(
  {
    url: z
      .string({ error: ({ input }) => (input === undefined ? 'url is required' : 'url must be a string') })
      .trim()
      .max(longestUrl, `url must not be longer than ${longestUrl} characters`)
      .refine((text) => URL.canParse(text), 'url must be an address such as https://crm.example.com/callside')
      .transform(storableText)
      .meta({ description: 'Where the events go. Redirects are not followed.' }),
    events: z
      .array(endpointEventSchema, {
        error: ({ input }) => (input === undefined ? 'events is required' : 'events must be a list'),
      })
      .min(1, 'events must not be empty')
      .transform((events) => endpointEvents.filter((event) => events.includes(event)))
      .meta({ description: 'Which events go there.' }),
  },
  'the body must be a JSON object',
);

/** A receiver of events. Never its secret. */
export const endpointSchema = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(endpointEventSchema),
  state: z.enum(['on', 'failing', 'off']).meta({
    description:
      '`failing`: the last attempt failed. `off`: it failed for a day, and nothing is sent until somebody sends again.',
  }),
  created_at: instant,
  failing_since: instant.nullable().meta({ description: 'The first failure after the last success.' }),
  off_at: instant.nullable(),
  waiting: z.int().meta({ description: 'Deliveries that are still to be sent.' }),
  failed: z.int().meta({ description: 'Deliveries that were given up.' }),
});
export type EndpointView = z.infer<typeof endpointSchema>;

export const endpointListSchema = z.object({ items: z.array(endpointSchema).meta({ description: 'Oldest first.' }) });
export type EndpointList = z.infer<typeof endpointListSchema>;

export const addedEndpointSchema = endpointSchema.extend({
  secret: z.string().meta({ description: 'What its deliveries are signed with. The only time that it is shown.' }),
});
export type AddedEndpoint = z.infer<typeof addedEndpointSchema>;

export const removedEndpointSchema = z.object({ id: z.uuid(), removed: z.literal(true) });
export type RemovedEndpoint = z.infer<typeof removedEndpointSchema>;

/** One event for an endpoint, without its content. */
export const endpointDeliverySchema = z.object({
  id: z.string().meta({ description: 'The `webhook-id`: the same in every attempt.' }),
  event: endpointEventSchema,
  call_reference: z.uuid().nullable().meta({ description: 'null: it is of no call.' }),
  created_at: instant,
  state: z.enum(['waiting', 'delivered', 'failed']).meta({ description: '`failed`: given up after a day.' }),
  attempts: z.int(),
  attempted_at: instant.nullable().meta({ description: 'When the last attempt ended.' }),
  due_at: instant.nullable().meta({ description: 'When it is sent next.' }),
  status: z.int().nullable().meta({ description: 'Of the last answer; null: there was none.' }),
  problem: z.enum(deliveryProblems).nullable().meta({ description: 'Why there was none.' }),
});
export type EndpointDeliveryView = z.infer<typeof endpointDeliverySchema>;

export const endpointDeliveriesSchema = z.object({
  items: z.array(endpointDeliverySchema).meta({ description: 'The newest 100, newest first.' }),
});
export type EndpointDeliveries = z.infer<typeof endpointDeliveriesSchema>;

export const resendDeliveriesRequestSchema = z.object(
  {
    delivery: z
      .string('delivery must be a string')
      .max(100, 'delivery must not be longer than 100 characters')
      .transform(storableText)
      .nullish()
      .meta({ description: 'The id of one; without it all that wait or were given up.' }),
  },
  'the body must be a JSON object',
);

/** An endpoint that was off is on again. */
export const resentDeliveriesSchema = z.object({ id: z.uuid(), resent: z.int() });
export type ResentDeliveries = z.infer<typeof resentDeliveriesSchema>;
