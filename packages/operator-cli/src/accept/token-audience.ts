import { InvalidArgumentError } from 'commander';
import type { Audience } from './accept.ts';

const audiences: readonly string[] = ['tab', 'companion', 'api'] satisfies Audience[];

/** For an option that may be given more than once, with a token of each audience. */
export function tokensByAudience(
  token: string,
  previous: ReadonlyMap<Audience, string> = new Map(),
): ReadonlyMap<Audience, string> {
  const audience = audienceOf(token.trim());
  if (audience === null) throw new InvalidArgumentError('It must be a token of `callside token issue`.');
  return new Map([...previous, [audience, token.trim()]]);
}

/** A token says whom it is for; the service alone can verify it. */
function audienceOf(token: string): Audience | null {
  try {
    const { aud } = Object(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()));
    return audiences.includes(aud) ? aud : null;
  } catch {
    return null;
  }
}
