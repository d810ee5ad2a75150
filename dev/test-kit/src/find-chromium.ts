import { findCommand } from '@callside/embedded';

/** The path of Debian's Chromium; null without one. The headless one, where it is installed, takes less processor time. */
export function findChromium(): string | null {
  return findCommand('chromium-headless-shell') ?? findCommand('chromium');
}
