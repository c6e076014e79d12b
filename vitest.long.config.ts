import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src/**/*.long.test.ts',
      'test/**/*.long.test.ts',
      'eyes/**/*.long.test.ts',
      'chaos/**/*.long.test.ts',
    ],
    testTimeout: 1_200_000,
    hookTimeout: 120_000,
  },
});
