import { storableText } from '@callside/schemas';

/** No platform has longer ids of calls. */
const longestCallId = 200;
/** In UTF-16 code units. Adapters make short metadata. */
const longestMetadata = 2_000;

/** Tells the calls of platforms apart, as `aircall:9101`. null: the id is too long. */
export function platformCallOf(platform: string, callId: string): string | null {
  return callId.length > longestCallId ? null : storableText(`${platform}:${callId}`);
}

/** Whether both are calls of one platform, and not the same one. */
export function areTwoCalls(one: string | null, other: string | null): boolean {
  return one !== other && areOfOnePlatform(one, other);
}

export function areOfOnePlatform(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && platformOf(one) === platformOf(other);
}

export function platformOf(platformCall: string): string {
  return platformCall.slice(0, platformCall.indexOf(':'));
}

/**
 * The call of the platform from the metadata of a stored event, as JSON text, where adapters put both. null: they are not in it. A dialler
 * of the six webhooks may put them there too; then they tell its calls apart in the same way.
 */
export function platformCallIn(metadata: string): string | null {
  if (metadata.length > longestMetadata) return null;
  const { platform, call_id: callId } = JSON.parse(metadata) as Record<string, unknown>;
  return typeof platform === 'string' && typeof callId === 'string' ? platformCallOf(platform, callId) : null;
}
