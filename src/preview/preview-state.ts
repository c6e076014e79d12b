import type { FaultReason } from './preview-source.ts';

/** What a preview does. `loading` is a short wait while it plays or seeks. */
export type PreviewPhase = 'empty' | 'loading' | 'paused' | 'playing' | 'ended';

/** Why a preview does not show or play everything. */
export type PreviewProblem = FaultReason | 'not-secure' | 'no-decoder' | 'no-sound';

/** The state of a preview. */
export interface PreviewState {
  readonly phase: PreviewPhase;
  /**
   * Who drew the picture on the canvas: the page, or the engine, whose pictures are those of a render. Undefined before
   * the first picture.
   */
  readonly drawnBy: 'page' | 'engine' | undefined;
  readonly problem?: PreviewProblem;
  /** A sentence about the problem, for people. */
  readonly word?: string;
  /** Pictures that were left out because they were late, since the preview began to play. */
  readonly dropped: number;
}

/** A sentence for each problem. */
export const PROBLEM_WORDS: Readonly<Record<PreviewProblem, string>> = {
  offline: 'The server is not reachable. The preview goes on as soon as it is.',
  busy: 'The server has too many requests. The preview goes on in a moment.',
  expired: 'The access to this preview has expired. Reload the page.',
  missing: 'A file of this edit is no longer there. Reload the page.',
  failed: 'A part of this edit cannot be played here. The server draws it.',
  'not-secure':
    'Videos play less exactly here. Open this page by https, or by localhost on this machine: /docs/proxy says how.',
  'no-decoder':
    'This browser cannot play videos here, so the server draws the pictures. Open this page by https, or by localhost on this machine: /docs/proxy says how.',
  'no-sound': 'The browser allows no sound yet. Click on the page to hear it.',
};
