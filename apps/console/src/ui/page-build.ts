/** Whether the service has another build of the page than the one that is open. false if it does not answer. */
export async function isPageReplaced(): Promise<boolean> {
  // The name of the page's script is a hash of its build.
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (script === null || script === undefined) return false;
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store' });
    return answer.ok && !(await answer.text()).includes(script);
  } catch {
    return false;
  }
}
