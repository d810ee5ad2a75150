import { defineConfig } from 'rolldown';

// One file: loading more than a thousand modules is most of the time that a start takes.
export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  // Loaded only with OTEL_EXPORTER_OTLP_ENDPOINT; in the one file they would be loaded at every start.
  external: /^@opentelemetry\/(sdk-trace-node|exporter-trace-otlp-http|resources)$/,
  output: { file: 'dist/main.js', codeSplitting: false },
});
