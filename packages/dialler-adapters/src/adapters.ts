import type { Adapter } from './adapter.ts';
import { threeCx } from './platforms/3cx/3cx.ts';
import { aircall } from './platforms/aircall/aircall.ts';
import { amazonConnect } from './platforms/amazon-connect/amazon-connect.ts';
import { asterisk } from './platforms/asterisk/asterisk.ts';
import { dialpad } from './platforms/dialpad/dialpad.ts';
import { five9 } from './platforms/five9/five9.ts';
import { freeswitch } from './platforms/freeswitch/freeswitch.ts';
import { genesysCloud } from './platforms/genesys-cloud/genesys-cloud.ts';
import { ringcentral } from './platforms/ringcentral/ringcentral.ts';
import { talkdesk } from './platforms/talkdesk/talkdesk.ts';
import { twilio } from './platforms/twilio/twilio.ts';
import { vicidial } from './platforms/vicidial/vicidial.ts';
import { vonage } from './platforms/vonage/vonage.ts';

/** Every platform, in the order of the documentation. */
export const adapters: readonly Adapter[] = [
  twilio,
  amazonConnect,
  genesysCloud,
  five9,
  talkdesk,
  aircall,
  dialpad,
  ringcentral,
  vonage,
  threeCx,
  vicidial,
  freeswitch,
  asterisk,
];

export function findAdapter(platform: string): Adapter | undefined {
  return adapters.find((adapter) => adapter.platform === platform);
}

/** What is wrong with the secret of a platform: it signs and has none, or it signs nothing and has one. */
export function problemOfSecret({ authentication }: Adapter, secret: string | null): 'missing' | 'not_signing' | null {
  if (authentication.kind === 'signature') return secret === null ? 'missing' : null;
  return secret === null ? null : 'not_signing';
}
