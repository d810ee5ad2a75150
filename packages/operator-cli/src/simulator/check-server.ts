import { normaliseHost } from '@callside/service-kit';
import { OperatorError } from '../operator-error.ts';

/** Checks that a server of the brand answers at this address, before it gets a key. */
export async function checkServer(url: string, brand: { slug: string; hosts: readonly string[] }): Promise<void> {
  const host = normaliseHost(new URL(url).hostname);
  if (host === null || !brand.hosts.includes(host)) {
    throw new OperatorError(`${url} is no address of ${brand.slug}, whose hosts are ${brand.hosts.join(', ')}`);
  }
  const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
  if (answer?.status !== 200) {
    const found = answer === null ? 'does not answer' : `is not healthy (/health answered ${answer.status})`;
    throw new OperatorError(`the service at ${url} ${found}`, {
      code: 'unavailable',
      hint: 'start it (`npm start` does) or check --url',
    });
  }
}
