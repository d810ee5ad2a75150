import type { Adapter } from './adapter.ts';
import { twilio } from './platforms/twilio/twilio.ts';

/** Every platform, in the order of the documentation. */
export const adapters: readonly Adapter[] = [twilio];

export function findAdapter(platform: string): Adapter | undefined {
  return adapters.find((adapter) => adapter.platform === platform);
}
