const thisMachine = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * The base address without a slash at its end.
 *
 * @throws TypeError when it is not an address, or when the key would be sent unencrypted.
 */
export function serviceAddress(baseUrl: string, { allowPlainHttp }: { allowPlainHttp: boolean }): string {
  const { protocol, hostname, origin, pathname } = parse(baseUrl);
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw new TypeError(`baseUrl must begin with https://, not ${protocol}`);
  }
  if (protocol === 'http:' && !allowPlainHttp && !thisMachine.test(hostname)) {
    throw new TypeError(`baseUrl must begin with https:// (the API key would reach ${hostname} unencrypted)`);
  }
  return origin + pathname.replace(/\/+$/, '');
}

function parse(baseUrl: string): URL {
  try {
    return new URL(baseUrl);
  } catch {
    throw new TypeError(`baseUrl must be an address such as https://events.brand.example`);
  }
}
