const thisMachine = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * The base address without a slash at its end.
 *
 * @throws TypeError when it is not an address, has a part that requests would not have, or when the key would be sent unencrypted.
 */
export function serviceAddress(baseUrl: string, { allowPlainHttp }: { allowPlainHttp: boolean }): string {
  const { protocol, hostname, origin, pathname, username, password, search, hash } = parse(baseUrl);
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw new TypeError(`baseUrl must begin with https://, not ${protocol}`);
  }
  if (protocol === 'http:' && !allowPlainHttp && !thisMachine.test(hostname)) {
    throw new TypeError(`baseUrl must begin with https:// (the API key would reach ${hostname} unencrypted)`);
  }
  if (username + password !== '') {
    throw new TypeError('baseUrl must have no user and no password: the service reads only the API key');
  }
  if (search + hash !== '') throw new TypeError('baseUrl must have nothing after its path: no ? and no #');
  return origin + pathname.replace(/\/+$/, '');
}

function parse(baseUrl: string): URL {
  try {
    return new URL(baseUrl);
  } catch {
    throw new TypeError(`baseUrl must be an address such as https://events.brand.example`);
  }
}
