/**
 * The tests that share a process, so that it loads the packages and the modules once and not for each file.
 * They call functions and change nothing that outlasts a test: the linter rejects `vi` in them.
 */
export const SHARED_PROCESS = [
  'src/base/*.test.ts',
  'src/edit/**/*.test.ts',
  'src/providers/**/*.test.ts',
  'src/studio/**/*.test.ts',
  ...['administration', 'agents', 'callbacks', 'cli', 'destinations', 'generation', 'speech'].map(
    (part) => `src/${part}/**/*.test.ts`,
  ),
  ...[
    'compose',
    'draw',
    'fonts',
    'media',
    'mix',
    'probe',
    'resolve',
    'scene',
    'segments',
    'subtitles',
    'text-layout',
  ].map((folder) => `src/render/${folder}/**/*.test.ts`),
];
