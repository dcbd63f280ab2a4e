import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { offline } from './scripts/vite/offline.mjs';

export default defineConfig({
  // Relative addresses: the built page works from any path.
  base: './',
  plugins: [react(), offline()],
  worker: { format: 'es' },
  build: { target: 'es2022' },
  test: {
    environment: 'node',
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs', 'e2e/oracle/*.test.ts'],
    // Two cores. Nothing in the source has module-level mutable state, so files may share a worker.
    pool: 'threads',
    maxWorkers: 2,
    isolate: false,
  },
});
