import { makeClip, makeMainClip } from '../media.ts';
import { createFillFilter, FONT_PATHS, FPS, type Workload } from './workload.ts';

const DEFAULT_SECONDS = 30;
const TEXT = 'Four at once';
const CORNERS = ['topLeft', 'topRight', 'bottomLeft', 'bottomRight'] as const;

/**
 * Returns four clips in a 2x2 grid with a shape and a text, at 720p25. Only the first clip has sound.
 *
 * @param seconds its duration.
 */
export async function grid(seconds = DEFAULT_SECONDS): Promise<Workload> {
  const files = [
    await makeMainClip(),
    await makeClip('second', { width: 1280, height: 720, fps: 30, first: 1, mirrored: true }),
    await makeClip('third', { width: 1920, height: 1080, fps: 25, first: 2, mirrored: true }),
    await makeClip('fourth', { width: 1280, height: 720, fps: 25, first: 3, mirrored: false }),
  ];
  return {
    name: 'grid',
    seconds,
    stills: [],
    edit: editOf(files, seconds),
    ffmpeg: ffmpegFor(files, seconds),
    melt: meltFor(files, seconds),
    decoded: files.map((file, index) => ({
      file,
      from: 0,
      seconds,
      hasVideo: true,
      hasAudio: index === 0,
    })),
  };
}

function editOf(files: readonly string[], seconds: number): object {
  const videos = files.map((src, index) => ({
    asset: { type: 'video', src, volume: index === 0 ? 1 : 0 },
    start: 0,
    length: seconds,
    width: 640,
    height: 360,
    position: CORNERS[index],
  }));
  const box = {
    type: 'shape',
    shape: 'rectangle',
    width: 420,
    height: 90,
    rectangle: { width: 420, height: 90 },
  };
  const words = {
    type: 'text',
    text: TEXT,
    width: 420,
    height: 90,
    font: { family: 'Montserrat', size: 48, weight: 700 },
  };
  const above = [{ ...box, fill: { color: '#20304a' } }, words].map((asset) => ({
    asset,
    start: 0,
    length: seconds,
  }));
  const tracks = [...videos, ...above].map((one) => ({ clips: [one] }));
  return { timeline: { tracks }, output: { format: 'mp4', resolution: 'hd' } };
}

function ffmpegFor(files: readonly string[], seconds: number): string[] {
  const pictures = files.map(
    (_, index) => `[${index}:v]fps=${FPS}:round=up,${createFillFilter(640, 360)}[v${index}]`,
  );
  const placed = '[v0][v1][v2][v3]xstack=inputs=4:layout=0_0|w0_0|0_h0|w0_h0[all]';
  const text = `drawtext=fontfile=${FONT_PATHS.bold}:text='${TEXT}':fontsize=48:fontcolor=white:x=(w-tw)/2:y=(h-th)/2`;
  const above = `[all]drawbox=x=430:y=315:w=420:h=90:color=0x20304a:t=fill,${text}[v]`;
  return [
    ...files.flatMap((file) => ['-t', `${seconds}`, '-i', file]),
    '-filter_complex',
    [...pictures, placed, above].join(';'),
    '-map',
    '[v]',
    '-map',
    '0:a',
  ];
}

function meltFor(files: readonly string[], seconds: number): string[] {
  const last = seconds * FPS - 1;
  const tracks = files.flatMap((file, index) => [
    '-track',
    file,
    'in=0',
    `out=${last}`,
    ...(index > 0 ? ['audio_index=-1'] : []),
  ]);
  const places = ['0/0:640x360', '640/0:640x360', '0/360:640x360', '640/360:640x360', '430/315:420x90'];
  const laid = places.flatMap((place, index) => [
    '-transition',
    'composite',
    'a_track=0',
    `b_track=${index + 1}`,
    'in=0',
    `out=${last}`,
    `geometry=${place}`,
    'distort=1',
    'always_active=1',
  ]);
  return [
    '-track',
    'color:black',
    'in=0',
    `out=${last}`,
    ...tracks,
    '-track',
    'color:#20304a',
    'in=0',
    `out=${last}`,
    ...laid,
    '-transition',
    'mix',
    'a_track=0',
    'b_track=1',
    'in=0',
    `out=${last}`,
    'always_active=1',
    'sum=1',
    '-attach-track',
    `dynamictext:${TEXT}`,
    'family=Montserrat',
    'weight=700',
    'size=48',
    'geometry=430/315:420x90',
    'halign=centre',
    'valign=middle',
    'bgcolour=#00000000',
    'fgcolour=#ffffffff',
  ];
}
