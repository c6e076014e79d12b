import { copyFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { produce } from '../../src/render/produce/produce.ts';
import { encodeWav } from '../../src/render/transcribe/wav.ts';
import { toEdit } from '../../test/media/render-edit.ts';
import { clip, type ClipJson, editOf } from '../edits.ts';
import { FOOTAGE } from '../footage.ts';

/** File names of the media that only the reference shows. */
export const REFERENCE_FOOTAGE = {
  /** An animated picture of 1 s that plays once. */
  once: 'once.gif',
  /** A film of 6 s that shows its own sound, with a line at what is heard. */
  talk: 'talk.mp4',
  /** Fonts whose families are not built in. */
  michroma: 'michroma.ttf',
  urbanist: 'urbanist.ttf',
} as const;

const SOUND = 'talk.wav';
/** Samples per second of {@link encodeWav}. */
const RATE = 16_000;
const SECONDS = 6;

/** The parts of the sound: where they end in seconds, their amplitude, and what they are called. */
const PARTS: readonly (readonly [end: number, amplitude: number, name: string])[] = [
  [1, 0.5, ''],
  [2.2, 0, 'silent'],
  [2.8, 0.5, ''],
  [3.2, 0, 'silent'],
  [4, 0.5, ''],
  // 30 dB below full scale.
  [5, 0.045, 'quiet'],
  [SECONDS, 0.5, ''],
];

/** Makes the media of {@link REFERENCE_FOOTAGE} in a folder that has the footage of the gallery. */
export async function makeReferenceFootage(folder: string): Promise<void> {
  const samples = Int16Array.from({ length: SECONDS * RATE }, (_, index) => sampleAt(index / RATE));
  await writeFile(join(folder, SOUND), encodeWav(samples));
  await render(folder, REFERENCE_FOOTAGE.talk, talk());
  await render(folder, REFERENCE_FOOTAGE.once, once());
  const fonts = {
    [REFERENCE_FOOTAGE.michroma]: 'michroma/400Regular/Michroma_400Regular.ttf',
    [REFERENCE_FOOTAGE.urbanist]: 'urbanist/700Bold/Urbanist_700Bold.ttf',
  };
  const packages = createRequire(import.meta.url);
  for (const [name, font] of Object.entries(fonts))
    await copyFile(packages.resolve(`@expo-google-fonts/${font}`), join(folder, name));
}

async function render(folder: string, name: string, edit: object): Promise<void> {
  const files = Object.fromEntries([SOUND, FOOTAGE.balloon].map((file) => [file, join(folder, file)]));
  const job = { edit: toEdit(edit), files, folder, to: { output: join(folder, name) } } as const;
  await produce({ ...job, dialect: 'interface', watermark: false }, () => undefined);
}

function amplitudeAt(time: number): number {
  return PARTS.find(([end]) => time < end)?.[1] ?? 0;
}

function sampleAt(time: number): number {
  return Math.round(32_767 * amplitudeAt(time) * Math.sin(2 * Math.PI * 220 * time));
}

/** Returns the edit of an animated picture that plays once: the balloon flies for a second. */
function once(): object {
  return {
    timeline: { tracks: [{ clips: [clip({ type: 'video', src: FOOTAGE.balloon, speed: 2 }, 1)] }] },
    output: { format: 'gif', size: { width: 640, height: 360 }, fps: 12, repeat: false },
  };
}

/** Pixels from the left for a second of the sound. */
const PER_SECOND = 100;
const LEFT = 20;

function talk(): object {
  const bars = Array.from({ length: SECONDS * 10 }, (_, index) => {
    const height = 4 + 320 * amplitudeAt((index + 0.5) / 10) * (0.75 + 0.25 * Math.sin(index * 2.4));
    return `<rect x="${LEFT + 1 + index * 10}" y="${170 - height / 2}" width="7" height="${height}" rx="2" />`;
  });
  const wave = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360"><g fill="#2f6fd0">${bars.join('')}</g></svg>`;
  const x = [{ from: offsetOf(0), to: offsetOf(SECONDS), start: 0, length: SECONDS }];
  const head = { type: 'shape', shape: 'rectangle', rectangle: { width: 4, height: 240 } };
  return editOf(
    [
      clip({ type: 'svg', src: wave }, SECONDS),
      ...PARTS.flatMap(label),
      clip({ ...head, fill: { color: '#ffd166' } }, SECONDS, { offset: { x, y: 0.03 } }),
      { asset: { type: 'audio', src: SOUND }, start: 0, length: SECONDS },
    ],
    undefined,
    { background: '#10141f' },
  );
}

function label([end, , text]: (typeof PARTS)[number], index: number): ClipJson[] {
  if (text === '') return [];
  const start = PARTS[index - 1]?.[0] ?? 0;
  const font = { family: 'Montserrat', size: 26, weight: 600, color: '#b9c4d6' };
  const offset = { x: offsetOf((start + end) / 2), y: -0.4 };
  return [clip({ type: 'text', text, font }, SECONDS, { offset })];
}

/** Returns the offset of a clip that is at a second of the sound. */
function offsetOf(second: number): number {
  return (LEFT + second * PER_SECOND - 320) / 640;
}
