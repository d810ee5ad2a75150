import { z } from 'zod';

const token = z.string().nullish().meta({
  description: 'A session token of the audience of the namespace. A tab without one is known by its session cookie.',
});

/** Payload of the packet that connects `/rep`: `auth` of the client. */
export const tabConnectSchema = z.object({ token }).nullish();

/** Payload of the packet that connects `/companion`. */
export const companionConnectSchema = z
  .object({
    token,
    protocol: z
      .literal(2)
      .optional()
      .meta({
        description:
          'The companion stops recording while it is disconnected and after 5 s without `alive`. One that does not declare this is ' +
          'unsafe: after a loss of its connection the recording state is unknown for 60 s.',
      }),
  })
  .nullish();

/** Whether the `auth` of a companion declares the protocol. Anything else counts as not declared. */
export function declaresProtocol(auth: unknown): boolean {
  return companionConnectSchema.safeParse(auth).data?.protocol === 2;
}

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
