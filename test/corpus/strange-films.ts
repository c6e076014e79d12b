import { readFile, writeFile } from 'node:fs/promises';
import { AV_DISPOSITION_DEFAULT, AV_PKT_FLAG_KEY } from 'node-av';
import { createBeeps, fillRect, makeClip, type Painter, paintNumber } from '../media/clips.ts';
import {
  createBox,
  type EditableBox,
  findEditable,
  joinBoxes,
  parseEditable,
  words,
} from '../media/edit-boxes.ts';
import { FILM_SIZE } from '../media/play-file.ts';
import { readPackets, remux } from '../media/remux.ts';

/** Number of frames of an ordinary film, at 25 per second. */
export const FRAMES = 50;

/** Paints the number of a frame on black. */
export const paintOnBlack: Painter = (planes, index) => {
  fillRect(planes, [0, 0, planes.width, planes.height], [16, 128, 128]);
  paintNumber(planes, index);
};

/** Writes an ordinary film of two seconds with numbered frames, B-frames, and beeps at 0.5 s and 1.5 s. */
export async function makeFilm(
  path: string,
  more: Partial<Parameters<typeof makeClip>[1]> = {},
): Promise<void> {
  const sound = { samples: 96_000, wave: createBeeps([0.5, 1.5], 0.1) };
  const ticks = [...Array(FRAMES).keys()];
  await makeClip(path, {
    ...FILM_SIZE,
    clock: 25,
    ticks,
    paint: paintOnBlack,
    keyframeEvery: 25,
    sound,
    ...more,
  });
}

/** Copies an MP4 with changed boxes. The film must have its index at the end, so that no sample moves. */
export async function changeBoxes(
  from: string,
  to: string,
  change: (boxes: EditableBox[]) => void,
): Promise<void> {
  const boxes = parseEditable(await readFile(from));
  change(boxes);
  await writeFile(to, joinBoxes(boxes));
}

/** Returns the sample table of the first track, which is the video. */
export function videoTable(boxes: readonly EditableBox[]): EditableBox {
  const [table] = findEditable(boxes, 'moov/trak/mdia/minf/stbl');
  if (!table) throw new Error('There is no track.');
  return table;
}

/** Removes the boxes of a type. */
export function removeBoxes(parent: EditableBox, type: string): void {
  parent.boxes = (parent.boxes ?? []).filter((box) => box.type !== type);
}

/** An entry of an edit list: its length in seconds, and its first tick of the media. -1 is empty. */
export type EditEntry = readonly [seconds: number, from: number, rate?: number | undefined];

/** Replaces the edit list of a track. */
export function setEdits(boxes: EditableBox[], track: number, edits: readonly EditEntry[]): void {
  const trak = findEditable(boxes, 'moov/trak')[track];
  if (!trak) throw new Error('There is no such track.');
  const clock = findEditable(boxes, 'moov/mvhd')[0]?.body.readUInt32BE(12) ?? NaN;
  const entries = edits.flatMap(([seconds, from, rate = 1]) => [seconds * clock, from, rate * 0x10000]);
  const list = createBox('elst', words(0, edits.length, ...entries));
  removeBoxes(trak, 'edts');
  trak.boxes?.splice(1, 0, { type: 'edts', body: Buffer.alloc(0), boxes: [list] });
}

/** Replaces the four bytes of the length before each H.264 unit by a start code, in place. */
export async function writeStartCodes(from: string, to: string, demuxer: string): Promise<void> {
  const bytes = await readFile(from);
  let at = 0;
  for (const { data } of await readPackets(from, demuxer)) {
    at = bytes.indexOf(data, at);
    if (at < 0) throw new Error('A packet is not stored in one piece.');
    for (let unit = 0; unit + 4 <= data.length; unit += 4 + data.readUInt32BE(unit))
      bytes.writeUInt32BE(1, at + unit);
  }
  await writeFile(to, bytes);
}

/** Marks the packets of the video, all or none, as keyframes. */
export function markAll(isKey: boolean): NonNullable<Parameters<typeof remux>[2]['edit']> {
  return (packet, _, isVideo) => {
    if (isVideo) packet.flags = (isKey ? AV_PKT_FLAG_KEY : 0) as typeof packet.flags;
    return true;
  };
}

/** Marks the audio tracks as default, by their index in the file. */
export function setDefaults(
  defaults: readonly number[],
): NonNullable<Parameters<typeof remux>[2]['describe']> {
  return (stream) => {
    stream.disposition = (
      defaults.includes(stream.index) ? AV_DISPOSITION_DEFAULT : 0
    ) as typeof stream.disposition;
  };
}
