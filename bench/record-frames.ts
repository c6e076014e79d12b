/**
 * Started by bench/bench.ts: records the input of Kinora's encoder without loss. `node record-frames.ts EDIT
 * FOLDER` writes the pictures as 4:2:0 planes to `FOLDER/pictures`, and the sound as interleaved stereo
 * floats to `FOLDER/sound`.
 */
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listSources, parseEdit } from '../src/edit/index.ts';
import { planesOf } from '../src/render/av/video/video-frame.ts';
import { Mp4Output } from '../src/render/encode/mp4-output.ts';
import type { OutputFile } from '../src/render/encode/output-file.ts';
import { produce } from '../src/render/produce/produce.ts';

const [edit = '', folder = ''] = process.argv.slice(2);
const pictures = await open(join(folder, 'pictures'), 'w');
const sound = await open(join(folder, 'sound'), 'w');

const recorder: OutputFile = {
  async writeFrame(picture) {
    const { width, height, y, u, v } = planesOf(picture);
    for (const [{ data, stride }, columns, rows] of [
      [y, width, height],
      [u, width / 2, height / 2],
      [v, width / 2, height / 2],
    ] as const) {
      const plane = new Uint8Array(columns * rows);
      for (let row = 0; row < rows; row++)
        plane.set(data.subarray(row * stride, row * stride + columns), row * columns);
      await pictures.write(plane);
    }
    picture.free();
  },
  async writeSound({ left, right }) {
    const both = new Float32Array(2 * left.length);
    for (let at = 0; at < left.length; at++) both.set([left[at] ?? 0, right[at] ?? 0], 2 * at);
    await sound.write(both);
  },
  finish: () => Promise.resolve(),
  [Symbol.asyncDispose]: () => Promise.resolve(),
};
// The renderer uses only the interface of an output, so a recorder can replace it.
Object.assign(Mp4Output, { open: () => Promise.resolve(recorder) });

const parsed = parseEdit(JSON.parse(await readFile(edit, 'utf8')));
if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
const files = Object.fromEntries(listSources(parsed.value.edit).map(({ url }) => [url, url]));
const to = { output: join(folder, 'none.mp4') };
await produce(
  { edit: parsed.value.edit, files, dialect: 'interface', folder, to, watermark: false },
  () => undefined,
);
await Promise.all([pictures.close(), sound.close()]);
