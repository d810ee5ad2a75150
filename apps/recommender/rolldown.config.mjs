import { defineConfig } from 'rolldown';

// Few files: loading more than a thousand modules is most of the time that a start takes. Each thread starts from a file of its own.
export default defineConfig({
  input: {
    main: 'src/main.ts',
    models: 'src/models/operator.ts',
    ranking: 'src/ranking.ts',
    'model-worker': 'src/models/model-worker.ts',
    'onnx-worker': 'src/models/onnx/onnx-worker.ts',
    'query-day-worker': 'src/learning/threads/query-day-worker.ts',
    'snapshot-worker': 'src/shop/snapshots/snapshot-worker.ts',
    'trees-worker': 'src/models/trees-worker.ts',
  },
  platform: 'node',
  external: [
    // Loads a native library from files of its own.
    'onnxruntime-node',
    // Starts threads from files of its own.
    '@callside/boosting/threads',
    // Loaded only with OTEL_EXPORTER_OTLP_ENDPOINT; in the bundle they would be loaded at every start.
    /^@opentelemetry\/(sdk-trace-node|exporter-trace-otlp-http|resources)$/,
  ],
  output: { dir: 'dist', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
});
