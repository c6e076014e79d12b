/** The stages of a render, in the order in which data passes through them. */
export const STAGES = [
  'start',
  'probe, prepare, resolve',
  'read files',
  'decode pictures',
  'decode stills',
  'scale and convert',
  'draw',
  'paint',
  'mix',
  'encode pictures',
  'encode sound',
  'write file',
  'JavaScript engine',
  'not known',
] as const;
export type Stage = (typeof STAGES)[number];

/** Maps files to stages. The first match counts. */
const STAGE_OF_CODE: readonly (readonly [RegExp, Stage])[] = [
  [/render\/av\/video\/(video-decoder|video-reader|packet-lookahead)/, 'decode pictures'],
  [/render\/av\/(filter-chain|video\/(frame|video-frame|convert-frame))/, 'scale and convert'],
  [/render\/av\/encode\/muxer/, 'write file'],
  [/render\/(encode\/sound-track|mix\/)|render\/av\/sound\//, 'mix'],
  [/render\/(encode\/|av\/encode\/(encoder|h264))/, 'encode pictures'],
  [/render\/(av\/(video\/decode-still|encode\/encode-still)|stills\/)|\/sharp\//, 'decode stills'],
  [/render\/compose\/planes\/(paint|kernels|canvas-planes|blend)/, 'paint'],
  [/render\/(compose|draw|fonts|text-layout|scene)\//, 'draw'],
  [
    /render\/(probe|prepare|resolve|subtitles|transcribe|browse)\/|src\/edit\/|render\/produce\/open-fonts/,
    'probe, prepare, resolve',
  ],
  [/src\/render\//, 'draw'],
];

/**
 * Returns the stage of a moment of the main thread.
 *
 * @param urls the files of the functions on the stack, innermost first. For functions of the engine itself:
 * their name in brackets.
 * @returns undefined if nothing was running.
 */
export function stageOf(urls: readonly string[]): Stage | undefined {
  const [running = ''] = urls;
  if (running === '(idle)') return undefined;
  if (running === '(garbage collector)') return 'JavaScript engine';
  for (const url of urls) {
    const found = STAGE_OF_CODE.find(([pattern]) => pattern.test(url));
    if (found) return found[1];
  }
  return urls.some((url) => url.includes('modules/')) ? 'start' : 'JavaScript engine';
}

/** Returns the stage of a thread by the name that its library gave it. */
export function stageOfThread(name: string): Stage {
  if (name.startsWith('V8') || name.startsWith('DelayedTask')) return 'JavaScript engine';
  if (name.startsWith('libvips')) return 'decode stills';
  if (name.startsWith('av:')) return 'decode pictures';
  // Threads of filters are started by the main thread and keep its name.
  if (name === 'MainThread') return 'scale and convert';
  if (name.startsWith('tokio') || name.startsWith('rayon')) return 'draw';
  return 'not known';
}
