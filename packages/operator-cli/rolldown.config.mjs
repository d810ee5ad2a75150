import { defineConfig } from 'rolldown';

// One file: loading more than a thousand modules is most of the time that a command takes.
export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  external: [
    // Loaded only for the commands of models.
    '@callside/recommender/models',
    // Loaded only with OTEL_EXPORTER_OTLP_ENDPOINT.
    /^@opentelemetry\/(sdk-trace-node|exporter-trace-otlp-http|resources)$/,
  ],
  output: { file: 'dist/main.js', codeSplitting: false },
});
