/** Stops with one clear line on a Node.js that is too old. Uses only syntax that an old Node.js can parse. */
export function checkNodeVersion() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  process.stderr.write(`Callside needs Node.js 20.19 or newer, this is ${process.version}: https://nodejs.org\n`);
  process.exit(1);
}
