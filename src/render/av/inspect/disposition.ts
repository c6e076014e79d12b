import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_DISPOSITION_CAPTIONS,
  AV_DISPOSITION_CLEAN_EFFECTS,
  AV_DISPOSITION_COMMENT,
  AV_DISPOSITION_DEFAULT,
  AV_DISPOSITION_DEPENDENT,
  AV_DISPOSITION_DESCRIPTIONS,
  AV_DISPOSITION_DUB,
  AV_DISPOSITION_FORCED,
  AV_DISPOSITION_HEARING_IMPAIRED,
  AV_DISPOSITION_KARAOKE,
  AV_DISPOSITION_LYRICS,
  AV_DISPOSITION_METADATA,
  AV_DISPOSITION_MULTILAYER,
  AV_DISPOSITION_NON_DIEGETIC,
  AV_DISPOSITION_ORIGINAL,
  AV_DISPOSITION_STILL_IMAGE,
  AV_DISPOSITION_TIMED_THUMBNAILS,
  AV_DISPOSITION_VISUAL_IMPAIRED,
  type Stream,
} from '../ffmpeg.ts';

/** The bits of a stream's disposition, in the order in which ffprobe prints them. */
const DISPOSITIONS: Readonly<Record<string, number>> = {
  default: AV_DISPOSITION_DEFAULT,
  dub: AV_DISPOSITION_DUB,
  original: AV_DISPOSITION_ORIGINAL,
  comment: AV_DISPOSITION_COMMENT,
  lyrics: AV_DISPOSITION_LYRICS,
  karaoke: AV_DISPOSITION_KARAOKE,
  forced: AV_DISPOSITION_FORCED,
  hearing_impaired: AV_DISPOSITION_HEARING_IMPAIRED,
  visual_impaired: AV_DISPOSITION_VISUAL_IMPAIRED,
  clean_effects: AV_DISPOSITION_CLEAN_EFFECTS,
  attached_pic: AV_DISPOSITION_ATTACHED_PIC,
  timed_thumbnails: AV_DISPOSITION_TIMED_THUMBNAILS,
  non_diegetic: AV_DISPOSITION_NON_DIEGETIC,
  captions: AV_DISPOSITION_CAPTIONS,
  descriptions: AV_DISPOSITION_DESCRIPTIONS,
  metadata: AV_DISPOSITION_METADATA,
  dependent: AV_DISPOSITION_DEPENDENT,
  still_image: AV_DISPOSITION_STILL_IMAGE,
  multilayer: AV_DISPOSITION_MULTILAYER,
};

/**
 * Returns the disposition of a stream as ffprobe prints it: 1 for each flag that is set, 0 for the others.
 */
export function dispositionOf({ disposition }: Stream): object {
  return Object.fromEntries(
    Object.entries(DISPOSITIONS).map(([name, bit]) => [name, (disposition & bit) === 0 ? 0 : 1]),
  );
}
