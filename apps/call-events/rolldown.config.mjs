import { defineConfig } from 'rolldown';

// One file: loading more than a thousand modules is most of the time that a start takes.
export default defineConfig({
  input: 'src/main.ts',
  platform: 'node',
  output: { file: 'dist/main.js', codeSplitting: false },
});
