import { createRequire } from 'node:module';

const packages = createRequire(import.meta.url);
const FONT = packages.resolve('@expo-google-fonts/montserrat/700Bold/Montserrat_700Bold.ttf');

/** One video to make, as an edit and as the FFmpeg command that an expert would write for it. */
export interface Workload {
  readonly name: string;
  readonly edit: unknown;
  /** The arguments of `ffmpeg`, the output file excepted. */
  readonly ffmpeg: readonly string[];
}

const TEXT = 'Kinora renders this';

/** What is shown one after the other: file, trim and length in seconds, whether it has sound. */
const CLIPS = [
  { file: 'rabbit.mp4', trim: 0, length: 7, sound: true },
  { file: 'elf.mp4', trim: 1, length: 6, sound: true },
  { file: 'lofoten.mp4', trim: 0, length: 4, sound: true },
  { file: 'palawan.mp4', trim: 0, length: 3, sound: false },
  { file: 'changi.mp4', trim: 2, length: 5, sound: true },
] as const;
const PHOTO_SECONDS = 5;
const SECONDS = 30;

/** Thirty seconds of five clips and a photograph at 1080p25, with a text over 20 s and music under it all. */
export function clipsWorkload(media: string): Workload {
  return { name: 'clips', edit: clipsEdit(media), ffmpeg: clipsCommand(media) };
}

function clipsEdit(media: string): unknown {
  const video = CLIPS.map(({ file, trim, length }) => ({
    asset: { type: 'video', src: `${media}/${file}`, trim },
    start: 'auto',
    length,
  }));
  const photo = { asset: { type: 'image', src: `${media}/img1.jpg` }, start: 'auto', length: PHOTO_SECONDS };
  const text = {
    asset: {
      type: 'text',
      text: TEXT,
      width: 900,
      height: 120,
      font: { family: 'Montserrat', weight: 700, size: 64 },
    },
    start: 5,
    length: 20,
    position: 'bottom',
    offset: { y: 0.05 },
  };
  return {
    timeline: {
      soundtrack: { src: `${media}/audio.mp3`, volume: 0.5 },
      tracks: [{ clips: [...video, photo] }, { clips: [text] }],
    },
    output: { format: 'mp4', resolution: '1080' },
  };
}

function clipsCommand(media: string): string[] {
  const inputs = CLIPS.flatMap(({ file, trim, length }) => [
    '-ss',
    `${trim}`,
    '-t',
    `${length}`,
    '-i',
    `${media}/${file}`,
  ]);
  const photo = ['-loop', '1', '-framerate', '25', '-t', `${PHOTO_SECONDS}`, '-i', `${media}/img1.jpg`];
  const music = ['-t', `${SECONDS}`, '-i', `${media}/audio.mp3`];
  const fill =
    'scale=1920:1080:force_original_aspect_ratio=increase:flags=bicubic:out_color_matrix=bt709:out_range=tv,crop=1920:1080,setsar=1,format=yuv420p';
  const lengths = [...CLIPS.map(({ length }) => length), PHOTO_SECONDS];
  const pictures = lengths.map(
    (length, index) => `[${index}:v]fps=25:round=up,trim=end_frame=${length * 25},${fill}[v${index}]`,
  );
  const sounds = CLIPS.map(({ sound, length }, index) =>
    sound
      ? `[${index}:a]aresample=48000,aformat=channel_layouts=stereo,apad,atrim=0:${length}[a${index}]`
      : `anullsrc=r=48000:cl=stereo,atrim=0:${length}[a${index}]`,
  );
  const count = CLIPS.length;
  const filters = [
    ...pictures,
    ...sounds,
    `anullsrc=r=48000:cl=stereo,atrim=0:${PHOTO_SECONDS}[a${count}]`,
    `${[...Array(count + 1).keys()].map((index) => `[v${index}][a${index}]`).join('')}concat=n=${count + 1}:v=1:a=1[video][voice]`,
    `[video]drawtext=fontfile=${FONT}:text='${TEXT}':fontsize=64:fontcolor=white:x=(w-tw)/2:y=h-54-90:enable='between(t,5,25)'[v]`,
    `[${count + 1}:a]aresample=48000,volume=0.5[music]`,
    '[voice][music]amix=inputs=2:normalize=0:duration=first[a]',
  ];
  return [
    ...['-v', 'error', '-y', ...inputs, ...photo, ...music, '-filter_complex', filters.join(';')],
    ...[
      '-map',
      '[v]',
      '-map',
      '[a]',
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-crf',
      '23',
      '-profile:v',
      'high',
    ],
    ...[
      '-g',
      '50',
      '-color_range',
      'tv',
      '-colorspace',
      'bt709',
      '-color_primaries',
      'bt709',
      '-color_trc',
      'bt709',
    ],
    ...['-c:a', 'aac', '-b:a', '160k', '-movflags', '+faststart'],
  ];
}
