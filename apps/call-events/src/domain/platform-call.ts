import { storableText } from '@callside/schemas';

/** No platform has longer ids of calls. */
const longestCallId = 200;

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

function platformOf(platformCall: string): string {
  return platformCall.slice(0, platformCall.indexOf(':'));
}
