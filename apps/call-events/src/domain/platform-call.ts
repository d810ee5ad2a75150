import { storableText } from '@callside/schemas';

/** No platform has longer ids of calls. */
const longestCallId = 200;
/** In UTF-16 code units. Adapters make short metadata. */
const longestMetadata = 2_000;

/** Tells the calls of platforms apart, as `aircall:9101`. null: the id is too long. */
export function platformCallOf(platform: string, callId: string): string | null {
  return callId.length > longestCallId ? null : storableText(`${platform}:${callId}`);
}

/** The same from the metadata of a stored event, as JSON text. null: no adapter made it. */
export function platformCallIn(metadata: string): string | null {
  if (metadata.length > longestMetadata) return null;
  const { platform, call_id: callId } = JSON.parse(metadata) as Record<string, unknown>;
  return typeof platform === 'string' && typeof callId === 'string' ? platformCallOf(platform, callId) : null;
}
