import type { KinoraClient } from '../../client/index.ts';
import { toEdit } from '../document/edit-text.ts';
import { placeCells, SHEET_COLUMNS } from '../document/preview/sheet-cells.ts';
import type { PictureSource } from './frame-loader.ts';
import type { WantedFrame } from './wanted-frame.ts';

/** Width of a picture that is asked for ahead, in pixels. It is shown until the exact one is there. */
const AHEAD_WIDTH = 800;
const FORMATS = { fast: 'jpeg', exact: 'png' } as const;

/** Returns the source of frames that asks a server: for one frame, or for several at once as a sheet. */
export function createFrameSource(client: KinoraClient): PictureSource {
  return {
    frame: async ({ edit, output, at, quality }, signal) => {
      const format = FORMATS[quality];
      const bytes = await client.frame(toEdit(edit), at, { output, format, signal });
      return toBlob(bytes, format);
    },
    frames: async (wanted, signal) => {
      const [{ edit, output } = { edit: {}, output: 0 }] = wanted;
      const columns = Math.min(SHEET_COLUMNS, wanted.length);
      const bytes = await client.sheet(toEdit(edit), {
        at: wanted.map(({ at }) => at),
        output,
        columns,
        width: columns * AHEAD_WIDTH,
        times: false,
        format: 'jpeg',
        signal,
      });
      return cutSheet(toBlob(bytes, 'jpeg'), wanted);
    },
  };
}

function toBlob(bytes: Uint8Array, format: 'jpeg' | 'png'): Blob {
  return new Blob([bytes as BlobPart], { type: `image/${format}` });
}

/** Cuts a sheet into its frames. The browser does it beside other work, so that no request waits for it. */
function cutSheet(sheet: Blob, wanted: readonly WantedFrame[]): Promise<Blob>[] {
  const reading = createImageBitmap(sheet);
  const frames = wanted.map(async (_frame, index) => {
    const whole = await reading;
    const cell = placeCells(whole, wanted.length)[index];
    if (!cell) throw new Error('The sheet has too few frames.');
    const { x, y, width, height } = cell;
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext('2d')?.drawImage(whole, x, y, width, height, 0, 0, width, height);
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
  });
  void Promise.allSettled(frames).then(async () => (await reading).close());
  return frames;
}
