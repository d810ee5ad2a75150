import type { FuzzGround } from '../fuzz-ground.ts';
import type { FuzzTarget } from '../fuzz-target.ts';
import { importTargets } from './imports.ts';
import { offerTargets } from './offers.ts';
import { rawHttpTarget } from './raw-http.ts';
import { readTargets } from './reads.ts';
import { socketTargets } from './sockets.ts';
import { webhookTargets } from './webhooks.ts';

/** In the order in which they run. */
export const targetNames = [
  'event-body',
  'event-timestamp',
  'event-phone-number',
  'headers',
  'host',
  'key',
  'raw-http',
  'query-string',
  'cursor',
  'credential',
  'settings',
  'recommend',
  'purchase',
  'offer-headers',
  'tab-socket',
  'companion-socket',
  'socket-handshake',
  'catalog-file',
  'stock-file',
  'orders-file',
  'user-file',
] as const;

export type TargetName = (typeof targetNames)[number];

/** Every boundary of the product. The files to import are written to `directory`. */
export function allTargets(ground: FuzzGround, directory: string): FuzzTarget[] {
  return [
    ...webhookTargets(ground),
    rawHttpTarget(ground),
    ...readTargets(ground),
    ...offerTargets(ground),
    ...socketTargets(ground),
    ...importTargets(ground, directory),
  ];
}
