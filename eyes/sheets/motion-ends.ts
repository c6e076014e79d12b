import { join } from 'node:path';
import { EFFECTS, TRANSITIONS } from '../../src/edit/schema/values.ts';
import { type ClipJson, editOfTracks, FPS } from '../edits.ts';
import { writeDrawing } from '../material/pictures.ts';
import type { Kinora } from '../measure.ts';
import { takeFrames } from '../take-frames.ts';
import type { Row, Sheet } from '../sheet.ts';

const SIZE = { width: 160, height: 90 };
/** A card with a coloured corner on each side and a letter, so that every movement shows. */
const CARD =
  '<rect width="80" height="45" fill="#e4572e"/><rect x="80" width="80" height="45" fill="#f3b61f"/><rect y="45" width="80" height="45" fill="#29a36a"/><rect x="80" y="45" width="80" height="45" fill="#3066be"/><circle cx="80" cy="45" r="29" fill="#16213e"/><path d="M70 26h22v7h-14v8h11v7h-11v16h-8z" fill="#fff"/><rect x="1.5" y="1.5" width="157" height="87" fill="none" stroke="#fff" stroke-width="3"/>';
const BACKGROUND = '#5c677d';

/** Returns the length of a transition in seconds: docs/transitions.md. */
function lengthOf(name: string): number {
  if (name === 'none') return 0;
  if (name === 'zoom') return 0.4;
  if (name.endsWith('Slow')) return 2;
  const isShort = name.startsWith('slide') || name.startsWith('carousel');
  if (name.endsWith('Fast')) return isShort ? 0.25 : 0.5;
  return isShort ? 0.5 : 1;
}

/** The first and last frames of every transition into a clip. */
export const transitionsIn: Sheet = transitionSheet('in');
/** The first and last frames of every transition out of a clip. */
export const transitionsOut: Sheet = transitionSheet('out');

function transitionSheet(end: 'in' | 'out'): Sheet {
  const says = {
    in: 'The first frame shows little or nothing of the clip, and the frame after the end shows all of it, exactly in its place. Nothing flashes, and nothing jumps between the last two pictures.',
    out: 'The frame before the start shows all of the clip, and the last frame little or nothing of it. The frame after the end is empty.',
  };
  return {
    name: `transitions-${end}`,
    heading: `Transitions ${end}: first and last frames`,
    text: says[end],
    across: 3,
    draw: (kinora) => drawTransitions(kinora, end),
  };
}

const CLIP = 3;

async function drawTransitions(kinora: Kinora, end: 'in' | 'out'): Promise<Row[]> {
  await writeDrawing(join(kinora.folder, 'card.png'), SIZE, CARD);
  const clips = TRANSITIONS.map((name, index): ClipJson => ({
    asset: { type: 'image', src: 'card.png' },
    start: index * (CLIP + 0.2),
    length: CLIP,
    transition: { [end]: name },
  }));
  const moments = TRANSITIONS.map((name) => momentsOf(name, end));
  const indexes = moments.flatMap((list, index) =>
    list.map(({ frame }) => Math.round(index * (CLIP + 0.2) * FPS) + frame),
  );
  const edit = editOfTracks([clips, [tail(TRANSITIONS.length * (CLIP + 0.2))]], {
    size: SIZE,
    background: BACKGROUND,
  });
  const frames = await takeFrames(kinora, edit, indexes);
  return TRANSITIONS.map((name, index) => ({
    name,
    cells: (moments[index] ?? []).map(({ caption }, at) => ({
      caption,
      picture: frames[index * 4 + at]!,
    })),
  }));
}

/** Returns an invisible clip that makes the timeline last until a second. */
function tail(end: number): ClipJson {
  const asset = { type: 'shape', shape: 'circle', circle: { radius: 1 } };
  return { asset, start: 0, length: end, opacity: 0 };
}

/** Returns four frames of a clip, counted from its first frame. */
function momentsOf(name: string, end: 'in' | 'out'): { caption: string; frame: number }[] {
  const count = Math.ceil(lengthOf(name) * FPS);
  const all = CLIP * FPS;
  const middle = Math.round(count / 2);
  return end === 'in'
    ? [
        { caption: 'first', frame: 0 },
        { caption: 'second', frame: 1 },
        { caption: 'last', frame: Math.max(0, count - 1) },
        { caption: 'after it', frame: count },
      ]
    : [
        { caption: 'before it', frame: Math.max(0, all - count - 1) },
        { caption: 'middle', frame: Math.min(all - 1, all - count + middle) },
        { caption: 'last', frame: all - 1 },
        { caption: 'after it', frame: all },
      ];
}

const EFFECT_LENGTH = 2;

/** The first and last frames of every effect. */
export const effects: Sheet = {
  name: 'effects',
  heading: 'Effects: first and last frames',
  text: 'A motion begins with its first frame and ends with its last. No edge of the background shows beside the picture, and the picture is as sharp in motion as at rest.',
  across: 2,
  async draw(kinora) {
    await writeDrawing(join(kinora.folder, 'card.png'), SIZE, CARD);
    const clips = EFFECTS.map((effect, index): ClipJson => ({
      asset: { type: 'image', src: 'card.png' },
      start: index * EFFECT_LENGTH,
      length: EFFECT_LENGTH,
      effect,
    }));
    const all = EFFECT_LENGTH * FPS;
    const moments = { first: 0, second: 1, middle: all / 2, 'before the last': all - 2, last: all - 1 };
    const indexes = clips.flatMap((_, index) => Object.values(moments).map((frame) => index * all + frame));
    const frames = await takeFrames(
      kinora,
      editOfTracks([clips], { size: SIZE, background: BACKGROUND }),
      indexes,
    );
    const captions = Object.keys(moments);
    return EFFECTS.map((name, index) => ({
      name,
      cells: captions.map((caption, at) => ({ caption, picture: frames[index * captions.length + at]! })),
    }));
  },
};
