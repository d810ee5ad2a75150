import type { FuzzTarget } from '../fuzz-target.ts';
import type { SystemUnderTest } from '../system-under-test.ts';
import { deskTarget } from './desk.ts';
import { importTargets } from './imports.ts';
import { notationTarget } from './notations.ts';
import { offerTargets } from './offers.ts';
import { ownerTargets } from './owner-writes.ts';
import { platformTarget } from './platforms.ts';
import { rawHttpTarget } from './raw-http.ts';
import { readTargets } from './reads.ts';
import { shopTarget } from './shops.ts';
import { signInTarget } from './sign-in.ts';
import { socketTargets } from './sockets.ts';
import { webhookTargets } from './webhooks.ts';

/** In the order in which they run. */
export const targetNames = [
  'event-body',
  'event-timestamp',
  'event-phone-number',
  'event-notation',
  'headers',
  'host',
  'key',
  'platform-webhook',
  'raw-http',
  'query-string',
  'cursor',
  'credential',
  'settings',
  'sign-in',
  'desk-write',
  'people',
  'agent-alias',
  'brand',
  'merchandising-rule',
  'test-call',
  'embed-token',
  'recommend',
  'purchase',
  'offer-headers',
  'shop-webhook',
  'tab-socket',
  'companion-socket',
  'socket-handshake',
  'catalog-file',
  'stock-file',
  'orders-file',
  'returns-file',
  'user-file',
] as const;

export type TargetName = (typeof targetNames)[number];

/** The files to import are written to `directory`. */
export function allTargets(system: SystemUnderTest, directory: string): FuzzTarget[] {
  return [
    ...webhookTargets(system),
    notationTarget(system),
    platformTarget(system),
    rawHttpTarget(system),
    ...readTargets(system),
    signInTarget(system),
    deskTarget(system),
    ...ownerTargets(system),
    ...offerTargets(system),
    shopTarget(system),
    ...socketTargets(system),
    ...importTargets(system, directory),
  ];
}
