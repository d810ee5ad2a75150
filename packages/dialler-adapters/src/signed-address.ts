// A platform whose signature does not cover the query of the address signs whatever agent somebody writes there. So `agent` and `customer`
// of such an address are signed with the secret of the platform, which the brand's own server has too: it may make addresses itself.

import { createHmac } from 'node:crypto';
import { plusOfAgent, plusOfNumber, restorePlus } from '@callside/schemas';
import type { Adapter, PlatformRequest } from './adapter.ts';
import { equalSecrets } from './equal-secrets.ts';
import { formField, sentField } from './payload.ts';

export interface AddressNames {
  /** An address or an alias. */
  agent: string;
  /** What the platform takes as `customer`. */
  customer?: string | undefined;
}

/** The query of an address that names an agent; with a token if the platform needs one. */
export function queryNaming({ agent, customer }: AddressNames, adapter: Adapter, secret: string | null): string {
  const query = new URLSearchParams({ agent, ...(customer !== undefined && { customer }) });
  if (needsToken(adapter)) {
    if (secret === null) throw new Error(`${adapter.name} has no secret`);
    query.set('token', addressToken(adapter.platform, { agent, customer }, secret));
  }
  // Not every platform reads `+` as a space.
  return query.toString().replaceAll('+', '%20');
}

/** Whether the address names nobody, or the signature of the platform or its own token covers whom it names. */
export function isAddressSigned({ query }: Pick<PlatformRequest, 'query'>, adapter: Adapter, secret: string): boolean {
  if (!needsToken(adapter) || !(query.has('agent') || query.has('customer'))) return true;
  const agent = restorePlus(sentField(query, 'agent', plusOfAgent) ?? '');
  const names = { agent, customer: sentField(query, 'customer', plusOfNumber) };
  return equalSecrets(formField(query, 'token') ?? '', addressToken(adapter.platform, names, secret));
}

function needsToken({ authentication }: Adapter): boolean {
  return authentication.kind === 'signature' && !authentication.coversQuery;
}

/** The first line tells it from all that platforms sign with the same secret. */
function addressToken(platform: string, { agent, customer = '' }: AddressNames, secret: string): string {
  const names = [`callside address ${platform}`, agent.trim(), customer.trim()];
  return createHmac('sha256', secret).update(names.join('\n')).digest('hex');
}
