/** The parts that read and write media: two parts that import libraries, and the types that they share. */
const MEDIA = ['render/media', 'render/av', 'render/stills'];

/**
 * The parts that each part may import, in the order in which data passes through them. A part is a folder of
 * `src`. `render` alone stands for the files directly in that folder. A part may always import itself. All
 * other imports are forbidden. Add one only with a reason in `docs/architecture.md` or `docs/decisions/`.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  // All parts may import it. It imports no other part.
  base: [],

  // All outbound requests.
  outbound: ['base'],

  // The edit that a client sends.
  edit: ['base'],

  // What a client wants to be made of a file that it ingests.
  ingest: ['base', 'edit'],

  // The requests to generate media. The voices belong to the edit.
  create: ['base', 'edit'],

  // The requests of the operator, and the reports that answer them. The names of services belong to `create`.
  operations: ['base', 'create', 'edit'],

  // What this process has counted, and who may read it. Parts tell it by `base/observe/measurement.ts`.
  metrics: ['base'],

  // Sends the spans of this process. Parts tell them by `base/observe/spans.ts`.
  tracing: ['base'],

  // The client library. It is packed without the rest of the code. Its types are built from the schemas of requests
  // and responses (scripts/client-types).
  client: [],

  // The page of Kinora. It runs in a browser and uses nothing but the HTTP APIs, small parts of `base`, the code that
  // places clips (docs/decisions/0097-the-engine-places-the-handles.md), and the preview.
  studio: ['base', 'client', 'edit', 'embed', 'render/grade', 'render/resolve', 'render/scene', 'preview'],

  // Plays an edit in a browser by the code that places clips and mixes sounds. It is packed without the rest of the code.
  preview: [
    'base',
    'render/media',
    'render/grade',
    'render/resolve',
    'render/scene',
    'render/gain',
    'render/sound',
  ],

  // The elements that pages of others embed.
  embed: ['preview'],

  // EDIT -> FILE. No part of it knows HTTP, the database or the queue.
  'render/media': ['base', 'edit', 'render/grade'],
  'render/av': ['base', 'render/media'],
  'render/stills': ['base'],
  'render/fetch': ['base', 'edit', 'outbound'],
  // Probing an SVG needs the drawing code, which is the only code that reads one.
  'render/probe': [
    'base',
    'edit',
    'ingest',
    'render/draw',
    'render/fonts',
    'render/grade',
    'render/subtitles',
    ...MEDIA,
  ],
  'render/prepare': ['base', 'edit', ...MEDIA],
  // Finds faces, people and movement, by models. A dry run probes the files itself.
  'render/subject': ['base', 'edit', 'render/probe', ...MEDIA],
  // The filters with values, as functions of colours. Pure, so that a page computes them, too.
  'render/grade': ['base', 'edit'],
  'render/resolve': ['base', 'edit', 'render/media', 'render/grade'],
  'render/scene': ['base', 'render/media', 'render/resolve'],
  // Breaks text into lines and runs. Gets a measuring function instead of fonts.
  'render/text-layout': [],
  // The names of the built-in families belong to the edit.
  'render/fonts': ['base', 'edit', 'render/text-layout'],
  // Converts bytes to cues. Finds the words of scripts without spaces in the same way as text layout does.
  'render/subtitles': ['base', 'render/media', 'render/text-layout'],
  'render/draw': [
    'render/stills',
    'base',
    'edit',
    'render/media',
    'render/resolve',
    'render/scene',
    'render/text-layout',
    'render/fonts',
  ],
  // Draws HTML pages in a browser, in the size in which they appear.
  'render/browse': ['base', 'edit', 'render/resolve', 'render/scene', 'render/fonts', 'render/stills'],
  'render/compose': [
    'base',
    'edit',
    'render/grade',
    'render/resolve',
    'render/scene',
    'render/fonts',
    'render/draw',
    // Cuts people out of frames.
    'render/subject',
    ...MEDIA,
  ],
  // The gains of sounds over time. Pure, so that a page computes them, too.
  'render/gain': ['base', 'render/resolve', 'render/media'],
  // Filters the samples of sounds. Pure, so that a page does it, too.
  'render/sound': ['base', 'render/resolve', 'render/media', 'render/gain'],
  'render/mix': ['base', 'render/resolve', 'render/gain', 'render/sound', 'render/media', 'render/av'],
  // Divides an output into segments, and describes what decides each.
  'render/segments': ['base', 'render/resolve', 'render/gain'],
  // `av` writes videos and sounds, `stills` writes images.
  'render/encode': ['base', 'render/av', 'render/stills', 'render/media'],
  // Puts generated files into an edit. `generation` makes or finds them.
  'render/generate': ['base', 'create', 'edit'],
  // Extracts speech and has it transcribed.
  'render/transcribe': ['base', 'edit', 'render/probe', 'render/resolve', 'render/fetch', ...MEDIA],
  // The complete render as a list of steps. `render/child` runs it in a child process, and `render` adds
  // fetching.
  'render/produce': [
    'base',
    'edit',
    'render/probe',
    'render/prepare',
    'render/subject',
    'render/resolve',
    // Finds clips that are never visible before their media is read.
    'render/scene',
    'render/compose',
    // Finds the clips that continue each other, for a page.
    'render/gain',
    'render/mix',
    'render/segments',
    'render/encode',
    'render/transcribe',
    // Writes the captions beside an output.
    'render/subtitles',
    // The fonts of an edit are files, too. They are opened once, before anything is drawn.
    'render/fonts',
    ...MEDIA,
  ],
  // Local files to renditions in other formats and sizes.
  'render/renditions': ['base', 'edit', 'ingest', 'render/draw', 'render/probe', 'render/encode', ...MEDIA],
  // Detects hardware encoders by test encodes, and falls back to software if a render with one fails.
  'render/hardware': ['base', 'edit', 'render/resolve', 'render/encode', 'render/produce', ...MEDIA],
  // Contains a process that reads media. The only part that calls the kernel.
  'render/contain': ['base'],
  'render/child': [
    'base',
    'render/contain',
    'edit',
    'ingest',
    'render/media',
    'render/probe',
    'render/resolve',
    'render/transcribe',
    'render/produce',
    'render/renditions',
    'render/hardware',
  ],
  // The coded streams of an output: what is kept of them, and who makes the others.
  'render/streams': [
    'base',
    'edit',
    'render/media',
    'render/segments',
    'render/transcribe',
    'render/produce',
    'render/child',
  ],
  // The steps of a render in the parent process. They get the configuration of the renderer.
  'render/steps': [
    'base',
    'edit',
    'render',
    'render/generate',
    'render/media',
    'render/fetch',
    'render/browse',
    'render/transcribe',
    'render/hardware',
    'render/child',
    'render/produce',
    'render/streams',
  ],
  render: [
    'base',
    'edit',
    'ingest',
    'create',
    'render/generate',
    'render/media',
    'render/fetch',
    'render/resolve',
    'render/browse',
    // The types of what a child process finds out.
    'render/probe',
    // Writes transcripts as subtitles.
    'render/subtitles',
    'render/transcribe',
    'render/hardware',
    'render/child',
    'render/produce',
    'render/renditions',
    'render/steps',
    'render/streams',
  ],

  // Outside services, one file per provider. Whisper needs a library from the package of the browser.
  providers: [
    'base',
    'create',
    'outbound',
    'generation',
    'render/browse',
    'render/fetch',
    'render/transcribe',
    'render/child',
  ],
  // The voices that speak without a network. Splits a text into words in the same way as captions do. Their
  // processes end with Kinora, as those of a render.
  speech: ['base', 'create', 'edit', 'render/contain', 'render/text-layout'],

  // The database.
  store: ['base'],
  // Generated media: who makes it, what is kept, and the requests to services, so that none is paid twice.
  generation: [
    'base',
    'create',
    'edit',
    'outbound',
    'store',
    'hosting',
    'render',
    'render/generate',
    'speech',
  ],
  // Destinations get their options from the edit. Requests to them go through the guard.
  destinations: ['base', 'edit', 'outbound'],
  hosting: ['base', 'edit', 'outbound', 'destinations'],
  jobs: ['base', 'store'],
  // Callbacks to clients: their schedule, bodies, signatures and attempts.
  callbacks: ['base', 'outbound', 'store', 'jobs'],

  // The server turns requests into jobs, and the worker does the jobs. They communicate only through the
  // database.
  // It rejects callbacks by the rules of the outbound guard, and hands the requests of agents on.
  server: [
    'base',
    'agents',
    'outbound',
    'edit',
    'ingest',
    'create',
    'store',
    'jobs',
    'callbacks',
    'hosting',
    'generation',
  ],
  worker: [
    'base',
    'outbound',
    'edit',
    'ingest',
    'create',
    'generation',
    'store',
    'jobs',
    'callbacks',
    'destinations',
    'hosting',
    'render',
    'render/generate',
    // The streams that workers share.
    'render/streams',
  ],

  // The tools for agents. They describe the schema of the edit, and reach a server with the client library.
  agents: ['base', 'edit', 'client'],

  // Entry points.
  // The command line predicts the size and the duration of an output.
  // It uploads files with the client library.
  cli: [
    'base',
    'edit',
    'ingest',
    'create',
    'client',
    'operations',
    'render',
    'render/resolve',
    'outbound',
    'providers',
  ],
  // The folder of an installation. A new one gets a copy of a prepared database with all tables and queues.
  home: ['base', 'store', 'jobs'],
  // Implements the operations on accounts, keys, credentials and renders. It retries and cancels renders, so it
  // writes to the queues.
  administration: [
    'base',
    'operations',
    'create',
    'store',
    'jobs',
    'callbacks',
    'destinations',
    'hosting',
    'home',
    'generation',
  ],
  // Writes everything of an installation into an archive, and restores it. Asks a running server for a copy of its
  // database by an operation.
  backup: ['base', 'operations', 'store', 'jobs', 'hosting', 'home'],
  // Checks a deployment: each part that an operator can set up, without changing it.
  doctor: [
    'base',
    'edit',
    'operations',
    'administration',
    'home',
    'store',
    'hosting',
    'render',
    'render/browse',
    'render/fonts',
    'render/child',
    'speech',
    'metrics',
    'server',
  ],
  // Opens the renderer with its settings. Implements interfaces of the command line, the server and the
  // worker.
  engine: [
    'base',
    'edit',
    'ingest',
    'create',
    'generation',
    'speech',
    'store',
    'render/generate',
    'outbound',
    'providers',
    'home',
    'hosting',
    'render',
    'render/browse',
    'render/fetch',
    'render/child',
    'render/streams',
    'render/transcribe',
    'server',
    'worker',
    // Does the work of the tools for agents on this machine.
    'agents',
  ],
  // The functions of `import 'kinora'`: what the commands do, for programs. Like a command, a call has settings
  // from the environment, which `main` reads.
  library: ['base', 'edit', 'client', 'render', 'main'],
  main: [
    'base',
    'agents',
    'ingest',
    'create',
    'generation',
    'speech',
    'outbound',
    'providers',
    'render',
    // Child processes start before any other rendering code is loaded.
    'render/child',
    'store',
    'destinations',
    'hosting',
    'jobs',
    'callbacks',
    'server',
    'worker',
    'cli',
    'operations',
    'home',
    'administration',
    'backup',
    'doctor',
    'engine',
    'metrics',
    'tracing',
  ],
};

/** The parts that may import each package. All parts may import packages that are not listed. */
export const ONLY_IN: Readonly<Record<string, readonly string[]>> = {
  'node-av': ['render/av'],
  '@napi-rs/canvas': ['render/fonts', 'render/draw', 'render/compose'],
  '@resvg/resvg-wasm': ['render/draw'],
  'css-tree': ['render/draw'],
  '@sparticuz/chromium': ['render/browse'],
  'playwright-core': ['render/browse'],
  '@litertjs/core': ['render/subject'],
  koffi: ['render/contain'],
  sharp: ['render/stills'],
  undici: ['outbound'],
  '@aws-sdk/client-s3': ['destinations', 'hosting'],
  '@tus/server': ['server', 'hosting'],
  '@tus/file-store': ['hosting'],
  '@tus/s3-store': ['hosting'],
  'pg-boss': ['jobs'],
  fastify: ['server'],
  'prom-client': ['metrics'],
  '@modelcontextprotocol/sdk': ['agents'],
  '@opentelemetry/api': ['base', 'tracing'],
  '@opentelemetry/sdk-trace': ['tracing'],
  'tar-stream': ['backup'],
  commander: ['cli'],
  'cli-progress': ['cli'],
  // Describes errors in a JSON text and finds the position of a problem.
  'jsonc-parser': ['base', 'cli', 'studio'],
  mediabunny: ['preview'],
  preact: ['studio'],
  '@preact/signals': ['studio'],
};

/** The only part that reads the environment. All others get arguments. */
export const READS_ENVIRONMENT = 'main';

/** Names that do not describe the content of a file or folder. */
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

/**
 * The part whose types mirror responses of the server under the same names. It runs without the rest of the
 * code.
 */
export const MIRRORS_OTHERS = 'client';

/** Maximum number of source files in one folder, without tests and fixtures. */
export const MAX_FILES_PER_FOLDER = 24;
