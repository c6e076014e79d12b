import { clip, type ClipJson, editOf, picture } from './edits.ts';
import { FOOTAGE } from './footage.ts';
import type { Row, Sheet } from './sheet.ts';

const LENGTH = 4;
const TIMES = [0.2, 1.4, 2.2, 2.96, 3.04];

/** Returns the sheets of a film in an upright box, without and with a camera that follows, and of its person alone. */
export function subjectSheets(): Sheet[] {
  return [followSheet(), cutoutSheet()];
}

function followSheet(): Sheet {
  return {
    file: 'follow',
    heading: 'Follow a subject',
    text: 'A wide film in an upright box. With the `fit` `follow`, the box keeps the face in view, and jumps with the cut at 3 s.',
    columns: [{ heading: 'fit', captions: TIMES.map((time) => `${time} s`) }],
    rows: [
      row('contain', 'the film', {}),
      row('crop', 'its middle', UPRIGHT),
      row('follow', 'its subject', UPRIGHT),
    ],
  };
}

function cutoutSheet(): Sheet {
  const film = (more: object): ClipJson => clip({ type: 'video', src: FOOTAGE.walk, ...more }, LENGTH);
  const tile = (name: string, clips: readonly ClipJson[]): Row => ({
    name,
    tiles: [{ edit: editOf(clips), at: 1.4 }],
  });
  const ground = picture('dawn', LENGTH);
  return {
    file: 'cutout',
    heading: 'Cutout',
    text: 'With `cutout`, only the people of a video or an image are left. The model has found the person of this film, which is a drawing.',
    across: 3,
    rows: [
      tile('the film', [film({})]),
      tile('cutout: {}', [ground, film({ cutout: {} })]),
      tile('cutout: { feather: 0.06 }', [ground, film({ cutout: { feather: 0.06 } })]),
    ],
  };
}

/** A box in 9:16. */
const UPRIGHT = { width: 202, height: 360 };

function row(fit: string, note: string, box: object): Row {
  const film = clip({ type: 'video', src: FOOTAGE.walk }, LENGTH, { fit, ...box });
  const edit = editOf([film], undefined, { background: '#10141c' });
  return { name: fit, note, tiles: TIMES.map((at) => ({ edit, at })) };
}
