/** The page of the demo provider: one button for each person. Nothing is loaded from elsewhere, and there is no script. */
export function loginPage({ people, path, nonce }) {
  const buttons = people.map(
    ({ email, name }) => `<form method="post" action="${escapeHtml(path)}">
<button name="email" value="${escapeHtml(email)}"><strong>${escapeHtml(name)}</strong> <span>${escapeHtml(email)}</span></button>
</form>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Who are you? – demo sign-in</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; font: 100% / 1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 1.25rem; }
main { display: grid; gap: 0.75rem; width: min(100%, 26rem); }
h1, p { margin: 0; }
h1 { font-size: 1.5rem; }
button { display: grid; width: 100%; padding: 0.75rem 1rem; font: inherit; text-align: start; cursor: pointer;
  border: 1px solid GrayText; border-radius: 8px; }
</style>
</head>
<body>
<main>
<h1>Who are you?</h1>
<p>This is the demo’s own sign-in service, on this machine only. It asks for no password.</p>
${buttons.join('\n')}
</main>
</body>
</html>
`;
}

/** Of a page with that nonce. No form-action: browsers apply it to the redirect back to the service, which has another port. */
export function loginPagePolicy(nonce) {
  return `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`;
}

function escapeHtml(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
