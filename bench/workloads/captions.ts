import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFile, makeMainClip } from '../media.ts';
import { FONT_PATHS, type Workload } from './workload.ts';

const SECONDS = 30;
const CAPTION_SECONDS = 2;
/** Duration of the entrance of a caption in seconds. */
const ENTRANCE_SECONDS = 1;
const SIZE = 72;
const WORDS = [
  'Every two seconds',
  'there is another line',
  'and each of them moves',
  'as it comes in',
  'word by word',
];

/**
 * Returns one clip with rich text captions of two seconds, whose entrances last one second: sliding and word
 * by word in turns.
 */
export async function captions(): Promise<Workload> {
  const file = await makeMainClip();
  const lines = Array.from(
    { length: SECONDS / CAPTION_SECONDS },
    (_, index) => WORDS[index % WORDS.length] ?? '',
  );
  const script = await makeFile('rich-text.ass', (path) => writeFile(path, subtitles(lines)));
  const styled = `ass=${script}:fontsdir=${dirname(FONT_PATHS.bold)}`;
  return {
    name: 'captions',
    seconds: SECONDS,
    stills: [],
    edit: editOf(file, lines),
    ffmpeg: [
      '-t',
      `${SECONDS}`,
      '-i',
      file,
      '-filter_complex',
      `[0:v]${styled}[v]`,
      '-map',
      '[v]',
      '-map',
      '0:a',
    ],
    decoded: [{ file, from: 0, seconds: SECONDS, hasVideo: true, hasAudio: true }],
  };
}

function editOf(src: string, lines: readonly string[]): object {
  const clips = lines.map((text, index) => ({
    asset: {
      type: 'rich-text',
      text,
      font: { family: 'Montserrat', size: SIZE, weight: 700, color: '#ffffff' },
      stroke: { width: 6, color: '#101820' },
      align: { horizontal: 'center', vertical: 'middle' },
      animation: isSliding(index)
        ? { preset: 'slideIn', duration: ENTRANCE_SECONDS }
        : { preset: 'ascend', direction: 'up', duration: ENTRANCE_SECONDS },
    },
    start: index * CAPTION_SECONDS,
    length: CAPTION_SECONDS,
    width: 1500,
    height: 160,
    position: 'bottom',
    offset: { y: 0.08 },
  }));
  const video = { asset: { type: 'video', src }, start: 0, length: SECONDS };
  return {
    timeline: { tracks: [{ clips: [video] }, { clips }] },
    output: { format: 'mp4', resolution: '1080' },
  };
}

function isSliding(index: number): boolean {
  return index % 2 === 0;
}

/**
 * Returns the same captions for libass: lines that slide in turns with lines whose words appear one by one.
 * libass can move only whole lines.
 */
function subtitles(lines: readonly string[]): string {
  const [x, y, ms] = [960, 914, ENTRANCE_SECONDS * 1000] as const;
  const time = (seconds: number) => `0:00:${seconds.toFixed(2).padStart(5, '0')}`;
  const words = (text: string) =>
    text.split(' ').map((word, index, all) => {
      const from = Math.round((ms * index) / all.length);
      return `{\\alpha&HFF&\\t(${from},${from + 0.3 * ms},\\alpha&H00&)}${word}`;
    });
  const events = lines.map((text, index) => {
    const shown = isSliding(index)
      ? `{\\move(${x - 2 * SIZE},${y},${x},${y},0,${ms})\\fad(${ms},0)}${text}`
      : `{\\pos(${x},${y})}${words(text).join(' ')}`;
    return `Dialogue: 0,${time(index * CAPTION_SECONDS)},${time((index + 1) * CAPTION_SECONDS)},Default,,0,0,0,,${shown}`;
  });
  return [
    '[Script Info]',
    'ScriptType: v4.00+',
    'PlayResX: 1920',
    'PlayResY: 1080',
    '',
    '[V4+ Styles]',
    'Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, Bold, BorderStyle, Outline, Shadow, Alignment',
    // libass interprets the size as the line height of the font. This factor makes the letters as
    // large as Kinora's.
    `Style: Default,Montserrat,${Math.round(SIZE * 1.555)},&H00FFFFFF,&H00201810,-1,1,3,0,5`,
    '',
    '[Events]',
    'Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text',
    ...events,
    '',
  ].join('\n');
}
