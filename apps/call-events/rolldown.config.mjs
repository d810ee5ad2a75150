import { defineConfig } from 'rolldown';

const shared = {
  platform: 'node',
  // Loaded only with OTEL_EXPORTER_OTLP_ENDPOINT; in the one file they would be loaded at every start.
  external: /^@opentelemetry\/(sdk-trace-node|exporter-trace-otlp-http|resources)$/,
};
const toFile = (name) => ({ file: `dist/${name}.js`, codeSplitting: false });

// One file each: loading more than a thousand modules is most of the time that a start takes. The thread starts from a file of its own.
export default defineConfig([
  { ...shared, input: 'src/main.ts', output: toFile('main') },
  { ...shared, input: 'src/imports/import-worker.ts', output: toFile('import-worker') },
]);
