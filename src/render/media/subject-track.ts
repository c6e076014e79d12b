import type { SUBJECT_KINDS } from '../../base/vocabulary/subject-kinds.ts';

/** Samples per second in which a picture is searched for what it is about. */
export const SUBJECT_RATE = 5;

/** Parts of a side of the picture in which the boxes of subjects are written. */
export const SUBJECT_PARTS = 10_000;

/** A kind of subject. */
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

/** A box around a subject: its centre and its size, in parts of the upright picture (see {@link SUBJECT_PARTS}). */
export type SubjectBox = readonly [x: number, y: number, width: number, height: number];

/** The subjects of one moment. All of them are of one kind. */
export interface SubjectSample {
  readonly kind: SubjectKind;
  /** At least one, the largest first. */
  readonly boxes: readonly SubjectBox[];
}

/** A part of a video without a cut. */
export interface SubjectShot {
  /** Microseconds of the source at which its first frame begins. */
  readonly from: number;
  /** Microseconds of the source at which the frame before it begins: the last one of another shot, if there is one. */
  readonly after: number;
  /** The subjects from its first frame on, {@link SUBJECT_RATE} times per second. `null` if nothing was found. */
  readonly samples: readonly (SubjectSample | null)[];
}

/** What the picture of a file is about, at each moment. Plain JSON. */
export interface SubjectTrack {
  /** At least one, the earliest first. A still picture has one with one sample. */
  readonly shots: readonly SubjectShot[];
}
