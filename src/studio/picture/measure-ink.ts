import { signal } from '@preact/signals';
import type { KinoraClient } from '../../client/index.ts';
import type { PixelSize, Rect } from '../../render/scene/placement.ts';
import { type DraftClip, type DraftEdit, toEdit } from '../document/edit-text.ts';
import { draft, playhead, spans } from '../edit/edit-state.ts';
import { type SpareWork, workInSpareTime } from '../edit/spare-time.ts';
import { account, requestPace } from '../shell/session.ts';
import { hasSide } from './geometry/shown-clip.ts';
import { readShownClip } from '../variants/shown-output.ts';

/** Types of assets that say nothing of where in their box they draw. Captions change all the time. */
const WITH_INK = ['text', 'rich-text', 'title', 'html', 'svg'];
/** Least opacity of a pixel that counts, 0 to 255. */
const SEEN = 24;

/** The parts of the output that texts in its middle draw in, by their content. Undefined for one that draws nothing. */
const inks = signal<ReadonlyMap<string, Rect | undefined>>(new Map());

/** The last known part of each clip, by its key and its type. It stands in while other words are not measured yet. */
const lastInks = new Map<string, Rect | undefined>();

/** Returns the part of the output in which a text in its middle has its letters. Undefined if it is not known yet. */
export function findInk(clip: DraftClip, canvas: PixelSize, key: string): Rect | undefined {
  if (!hasInk(clip, canvas)) return undefined;
  const name = nameOf(clip, canvas);
  const place = `${key} ${clip.asset?.type}`;
  if (inks.value.has(name)) lastInks.set(place, inks.value.get(name));
  return lastInks.get(place);
}

/**
 * Lets texts at the playhead be measured by the engine, which alone has their fonts.
 *
 * @param canvas size of the output in pixels.
 */
export function measureInks(canvas: { readonly value: PixelSize }): void {
  // The handles need it as much as the picture.
  const paceWait = (): number => requestPace.pictureWait();
  workInSpareTime((isUnderWay) => findMissing(canvas.value, isUnderWay), 1, paceWait);
}

function findMissing(canvas: PixelSize, isUnderWay: (name: string) => boolean): SpareWork | undefined {
  // A watermark would count as letters.
  if (account.value?.watermark === true) return undefined;
  const at = playhead.value;
  for (const span of spans.value) {
    if (at < span.start || at >= span.start + span.length) continue;
    const clip = readShownClip(span) ?? {};
    const name = nameOf(clip, canvas);
    if (!hasInk(clip, canvas) || inks.value.has(name) || isUnderWay(name)) continue;
    return { name, run: (client, signal) => measure(client, clip, canvas, signal) };
  }
  return undefined;
}

async function measure(
  client: KinoraClient,
  clip: DraftClip,
  canvas: PixelSize,
  signal: AbortSignal,
): Promise<void> {
  let ink: Rect | undefined;
  try {
    const bytes = await client.frame(toEdit(createInkEdit(clip, canvas)), 0, { format: 'png', signal });
    ink = await findSeen(new Blob([bytes as BlobPart], { type: 'image/png' }));
  } catch {
    // The box of the clip is shown instead, and the check of the edit says what is wrong.
    if (signal.aborted) return;
  }
  inks.value = new Map([...inks.value, [nameOf(clip, canvas), ink]]);
}

/** Returns an edit that shows only the content of a clip, whole and in the middle, on nothing. */
function createInkEdit({ asset = {}, width, height }: DraftClip, size: PixelSize): DraftEdit {
  const still = Object.fromEntries(Object.entries(asset).filter(([name]) => name !== 'animation'));
  const { fonts } = draft.peek().timeline ?? {};
  const tracks = [{ clips: [{ asset: still, start: 0, length: 1, width, height }] }];
  return {
    timeline: { background: 'transparent', ...(fonts !== undefined && { fonts }), tracks },
    output: { format: 'png', size },
  };
}

/** Returns the part of a picture that is not transparent, in fractions. */
async function findSeen(picture: Blob): Promise<Rect | undefined> {
  const bitmap = await createImageBitmap(picture);
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = context?.getImageData(0, 0, width, height) ?? { data: [] };
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let at = 3; at < data.length; at += 4) {
    if ((data[at] ?? 0) < SEEN) continue;
    const pixel = (at - 3) / 4;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  }
  if (right <= left) return undefined;
  return { x: left / width, y: top / height, width: (right - left) / width, height: (bottom - top) / height };
}

/** True for a text whose box does not say where its letters are. */
function hasInk(clip: DraftClip, canvas: PixelSize): boolean {
  const isKnown = hasSide(clip, 'width', canvas) && hasSide(clip, 'height', canvas);
  return !isKnown && WITH_INK.includes(clip.asset?.type ?? '');
}

function nameOf({ asset, width, height }: DraftClip, canvas: PixelSize): string {
  return JSON.stringify([asset, width, height, canvas]);
}
