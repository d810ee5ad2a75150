import { z } from 'zod';

/** Payload of the packet that connects a namespace: `auth` of the client. */
export const socketConnectSchema = z
  .object({
    token: z.string().nullish().meta({
      description:
        'A session token of the audience of the namespace. A tab without one is known by its session cookie.',
    }),
  })
  .nullish();

/** Why a namespace refuses a connection: the message of `connect_error`. */
export const connectRefusals = ['unauthorized', 'unavailable', 'too_many_sockets'] as const;

export const connectErrorSchema = z.object({
  message: z.enum(connectRefusals).meta({
    description:
      '`unauthorized`: the token is missing, wrong, expired, or of another audience or brand; connect again with another one. ' +
      '`unavailable`: it cannot be checked now; connect again later. `too_many_sockets`: the rep has too many connections to this server.',
  }),
});

/** The namespace has accepted the connection. */
export const socketConnectedSchema = z.object({ sid: z.string().meta({ description: 'The id of the connection.' }) });
