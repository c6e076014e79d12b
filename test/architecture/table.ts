/** What reads and writes media: two doors to libraries, and the words they share. */
const MEDIA = ['render/media', 'render/av', 'render/stills'];

/**
 * Who may import whom, from the start of the way of the data to its end. A part is a folder of `src`; `render` alone means
 * the files that lie directly in it. A part may always import itself. Anything that is not here is not allowed: add a pair
 * only with a reason in `docs/architecture.md` or `docs/decisions/`.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  // Imported by all, imports nothing of ours.
  base: [],

  // The one way out, for everything that goes there.
  outbound: ['base'],

  // What the client wrote.
  edit: ['base'],

  // What clients write it with. Runs without the rest of us: of the edit it takes the types alone.
  client: ['edit'],

  // EDIT -> FILE. No part of it knows HTTP, the database or the queue.
  'render/media': ['base', 'edit'],
  'render/av': ['base', 'render/media'],
  'render/stills': ['base'],
  'render/fetch': ['base', 'edit', 'outbound'],
  // What draws an SVG says how large it is: nothing else reads one.
  'render/probe': ['base', 'edit', 'render/draw', 'render/subtitles', ...MEDIA],
  'render/prepare': ['base', 'edit', ...MEDIA],
  'render/resolve': ['base', 'edit', 'render/media'],
  'render/scene': ['base', 'render/media', 'render/resolve'],
  // Text to lines and runs: no fonts, only a function that measures.
  'render/text-layout': [],
  'render/fonts': ['base', 'render/text-layout'],
  // Bytes in, cues out; the words of scripts without spaces are found as for the lines of texts.
  'render/subtitles': ['base', 'render/media', 'render/text-layout'],
  'render/draw': [
    'base',
    'edit',
    'render/media',
    'render/resolve',
    'render/scene',
    'render/text-layout',
    'render/fonts',
  ],
  // Pages of HTML, which a browser draws: what the client wrote, and how large it is seen.
  'render/browse': ['base', 'edit', 'render/resolve', 'render/scene', 'render/fonts'],
  'render/compose': [
    'base',
    'edit',
    'render/resolve',
    'render/scene',
    'render/fonts',
    'render/draw',
    ...MEDIA,
  ],
  // Volumes are animated as pictures are.
  'render/mix': ['base', 'render/resolve', 'render/scene', 'render/media', 'render/av'],
  // Two doors: still pictures are written by the other one.
  'render/encode': ['base', 'render/av', 'render/stills', 'render/media'],
  // The sounds of voices, and the words that others make of them.
  'render/transcribe': ['base', 'edit', 'render/probe', 'render/resolve', 'render/fetch', ...MEDIA],
  // The whole of it, as one list of steps; then the same in a process of its own; then with the fetching before it.
  'render/produce': [
    'base',
    'edit',
    'render/probe',
    'render/prepare',
    'render/resolve',
    'render/compose',
    'render/mix',
    'render/encode',
    'render/transcribe',
    // The fonts of the edit are files like its media: opened once, before anything is drawn.
    'render/fonts',
    ...MEDIA,
  ],
  // Which hardware encodes here: tried by encoding, and given up on where a render with it fails.
  'render/hardware': ['base', 'edit', 'render/resolve', 'render/encode', 'render/produce', ...MEDIA],
  'render/isolate': [
    'base',
    'edit',
    'render/media',
    'render/probe',
    'render/resolve',
    'render/transcribe',
    'render/produce',
    'render/hardware',
  ],
  render: [
    'base',
    'edit',
    'render/media',
    'render/fetch',
    'render/resolve',
    'render/browse',
    'render/transcribe',
    'render/hardware',
    'render/isolate',
    'render/produce',
  ],

  // What others make for us, one file per provider.
  // Whisper needs a library of the browser's package.
  providers: ['base', 'outbound', 'render/browse', 'render/fetch', 'render/transcribe', 'render/isolate'],

  // What is kept, and where.
  store: ['base'],
  // Destinations get their options from the edit and are reached through the guard.
  destinations: ['base', 'edit', 'outbound'],
  hosting: ['base', 'edit', 'outbound', 'destinations'],
  jobs: ['base', 'store'],
  // What clients are told of their renders: the schedule, the bodies, the signature, one attempt.
  callbacks: ['base', 'outbound', 'store', 'jobs'],

  // REQUEST -> QUEUE, and QUEUE -> NOTIFY. They meet only in the database.
  server: ['base', 'edit', 'store', 'jobs', 'callbacks', 'hosting'],
  worker: ['base', 'outbound', 'edit', 'store', 'jobs', 'callbacks', 'destinations', 'hosting', 'render'],

  // The ways in.
  // It says how large an output will be, and for how long.
  cli: ['base', 'edit', 'render', 'render/resolve'],
  // The folder of an installation, which gets a copy of a prepared database, with all its tables and queues.
  home: ['base', 'store', 'jobs'],
  // Does what the command line declares as operations on accounts, keys and credentials, wherever the database is.
  administration: ['base', 'cli', 'store', 'destinations', 'hosting', 'home'],
  // Opens the renderer with its settings, for the command line, the server and the worker, whose interfaces it implements.
  engine: [
    'base',
    'edit',
    'outbound',
    'providers',
    'home',
    'hosting',
    'render',
    // It determines the kind of a file that was fetched for a transfer.
    'render/probe',
    'render/browse',
    'render/fetch',
    'render/isolate',
    'render/transcribe',
    'server',
    'worker',
    'cli',
  ],
  main: [
    'base',
    'outbound',
    'providers',
    'render',
    // Child processes start before anything else of a render is loaded.
    'render/isolate',
    'store',
    'destinations',
    'hosting',
    'jobs',
    'callbacks',
    'server',
    'worker',
    'cli',
    'home',
    'administration',
    'engine',
  ],
};

/** Packages with one door each: the parts that may import them. Packages that are not here may be used anywhere. */
export const ONLY_IN: Readonly<Record<string, readonly string[]>> = {
  'node-av': ['render/av'],
  '@napi-rs/canvas': ['render/fonts', 'render/draw', 'render/compose'],
  '@resvg/resvg-wasm': ['render/draw'],
  '@sparticuz/chromium': ['render/browse'],
  'playwright-core': ['render/browse'],
  sharp: ['render/stills'],
  undici: ['outbound'],
  '@aws-sdk/client-s3': ['destinations', 'hosting'],
  'pg-boss': ['jobs'],
  fastify: ['server'],
  commander: ['cli'],
  'cli-progress': ['cli'],
  // What is wrong with a JSON text, and where in one a problem lies.
  'jsonc-parser': ['base', 'cli'],
};

/** The only part that reads the environment; everything else takes arguments. */
export const READS_ENVIRONMENT = 'main';

/** Names that say nothing about what is inside. */
export const EMPTY_NAMES: readonly string[] = [
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'misc',
  'manager',
  'service',
];

/** The part whose types mirror answers of the server, under the same names. It runs without the rest of the code. */
export const MIRRORS_OTHERS = 'client';

/** The largest number of source files in one folder, without tests and fixtures. */
export const MAX_FILES_PER_FOLDER = 20;
