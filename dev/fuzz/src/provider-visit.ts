/** Signs a person in at the demo provider, as a browser without scripts. Resolves to the query with which it sends the browser back. */
export async function visitProvider(address: string, email: string): Promise<string> {
  const cookies = new Map<string, string>();
  const ask = async (url: string, body?: URLSearchParams) => {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body !== undefined && { method: 'POST', body }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
    return new URL(location, url).href;
  };
  const asked = await ask(address);
  const chosen = await ask(asked, new URLSearchParams({ email }));
  return new URL(await ask(chosen)).search.slice(1);
}
