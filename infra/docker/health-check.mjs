// The health check of both images: exit code 0 when the service of this container can serve. Node.js does it, because the images have
// no curl. The deadline is below the timeout of HEALTHCHECK, so that the reason is printed.
const url = `http://127.0.0.1:${process.env.PORT}/health/ready`;
try {
  const response = await fetch(url, { signal: AbortSignal.timeout(4_000) });
  process.stdout.write(`${response.status} ${await response.text()}\n`);
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  process.stdout.write(`${url}: ${error.cause?.message ?? error.message}\n`);
  process.exitCode = 1;
}
