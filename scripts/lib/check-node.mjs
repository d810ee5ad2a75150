/** Stops with one clear line on a Node.js that is too old. Written so that such a one can still read it. */
export function checkNodeVersion() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  process.stderr.write(`Callside needs Node.js 20.19 or newer, this is ${process.version}: https://nodejs.org\n`);
  process.exit(1);
}
