import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseEdit } from '../../edit/index.ts';
import { cropBy, dragHandle, moveBy, resizeBy, turnBy } from '../picture/geometry/change-place.ts';
import { isPicture, placeShown } from '../picture/geometry/shown-clip.ts';
import { writePlace } from '../picture/geometry/write-place.ts';
import { findShownShape, readInShape, returnToCommonPlace } from './shape-places.ts';
import { listDraftOutputs, readSizeOf } from './shapes.ts';
import { type ClipSpan, findClip, listSpans } from './clip-spans.ts';
import { duplicateClips, insertClip, moveClips, removeClips } from './commands.ts';
import { copyClips, pasteClips } from './copied-clips.ts';
import { listCuts, rollCut, setTransition } from './cut/cuts.ts';
import { pasteAndPush } from './cut/paste-and-push.ts';
import { closeGapAt } from './cut/shift-later.ts';
import { slipClip } from './cut/slip-clip.ts';
import { moveToTracks } from './tracks/move-to-tracks.ts';
import { moveTrack } from './tracks/order-tracks.ts';
import { removeWithGap, trimTo } from './cut/close-gap.ts';
import {
  type Change,
  changeDraft,
  changeText,
  type DraftClip,
  type DraftEdit,
  readDraft,
  writeEdit,
} from './edit-text.ts';
import { beginHistory, record, redo, undo } from './history.ts';
import { ASSETS, FILE_SECONDS, knownTimes } from './shown-frames.fixture.ts';
import { splitClips } from './cut/split-clips.ts';
import { trimClip } from './cut/trim-clip.ts';

const RATE = 25;
const { video, audio, image, text } = ASSETS;

const seconds = fc.integer({ min: 0, max: 60 }).map((tenths) => tenths / 10);
const easing = fc.constantFrom('easeInOutBack', 'easeInExpo', [0.2, 3, 0.8, -2]);

/** Tweens of a clip of 4 s that touch, or leave gaps. */
const tweens = fc
  .array(fc.record({ from: fc.integer(), to: fc.integer(), gap: seconds, length: seconds, easing }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((steps) => {
    const whole = steps.reduce((sum, { gap, length }) => sum + gap + length, 0) || 1;
    let at = 0;
    return steps.map(({ gap, length, ...step }, index) => {
      const start = at + (gap * 4) / whole;
      at = start + (length * 4) / whole;
      const kind = ['linear', 'bezier', 'constant'][index % 3];
      const curve = kind === 'bezier' ? { easing: step.easing } : {};
      return { from: step.from, to: step.to, start, length: at - start, interpolation: kind, ...curve };
    });
  });

const clip = fc.record(
  {
    asset: fc.constantFrom<object>(
      image,
      { ...text, animation: { preset: 'typewriter' } },
      video,
      { ...video, speed: 2, loop: true },
      { ...video, speed: [{ from: 2, to: -3, start: 0.5, length: 2, interpolation: 'bezier' }] },
      { ...audio, effect: 'fadeInFadeOut' },
      { ...audio, duck: { under: 'alias://talk' } },
      { type: 'caption', src: 'alias://talk' },
    ),
    start: fc.oneof(seconds, fc.constantFrom('auto', 'alias://talk')),
    length: fc.constantFrom<unknown>(4, 4, 4, 'auto', 'end', 'alias://talk'),
    scale: tweens,
    offset: fc.record({ x: tweens }),
    shapes: fc.constantFrom<object>(
      { '9:16': { scale: 0.5, offset: { y: 0.2 } } },
      { '16:9': { position: 'top' } },
    ),
    effect: fc.constantFrom<unknown>('zoomIn', { name: 'slideLeft', from: 0.5 }),
    transition: fc.constantFrom<object>({ in: 'fade' }, { out: 'wipeLeft' }, { in: 'fadeSlow', out: 'fade' }),
    alias: fc.constantFrom('a', 'b'),
    overlap: fc.constant(0.5),
  },
  { requiredKeys: ['asset', 'start', 'length'] },
);

const talk = { asset: { ...video, trim: 0 }, start: 1, length: 6, alias: 'talk' };

/** Edits that the server accepts. A negative scale is none. */
const edits = fc
  .array(fc.array(clip, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
  .map((tracks) => ({
    timeline: { tracks: [{ clips: [talk] }, ...tracks.map((clips) => ({ clips }))] },
    outputs: ['16:9', '9:16'].map((aspectRatio) => ({ format: 'mp4', resolution: 'sd', aspectRatio })),
  }))
  .filter((edit) => parseEdit(edit).ok);

/** What a command is given: the edit, its clips, one of them, a second and a number. */
interface Given {
  readonly edit: DraftEdit;
  readonly spans: readonly ClipSpan[];
  readonly span: ClipSpan;
  readonly at: number;
  readonly number: number;
}

const SETTINGS = {
  rate: RATE,
  fileLengthOf: ({ asset }: DraftClip) => (asset?.type === 'image' ? undefined : FILE_SECONDS),
};
const FACTS = { rate: RATE, fileLength: FILE_SECONDS };

/** Returns changes, unless no clip would be left: an edit needs one. */
function unlessAll(edit: DraftEdit, changes: readonly Change[]): readonly Change[] {
  return listSpans(changeDraft(edit, changes)).length > 0 ? changes : [];
}

/** All commands. */
const COMMANDS: Readonly<Record<string, (given: Given) => readonly Change[]>> = {
  split: ({ edit, spans, span, at }) => splitClips(edit, spans, [span], at, SETTINGS).changes,
  'split all': ({ edit, spans, at }) => splitClips(edit, spans, spans, at, SETTINGS).changes,
  'trim the start': ({ edit, span, at }) => trimClip(edit, span, 'start', at - 4, FACTS),
  'trim the end': ({ edit, span, at }) => trimClip(edit, span, 'end', at - 4, FACTS),
  'trim to': ({ edit, spans, span, at }) =>
    trimTo(edit, spans, span, at, { rate: RATE, edge: 'start', closesGap: false }),
  'cut off': ({ edit, spans, span, at }) =>
    trimTo(edit, spans, span, at, { rate: RATE, edge: 'end', closesGap: true }),
  move: ({ edit, span, at }) => moveClips(edit, [span], at - 4),
  track: ({ edit, spans, span, at, number }) => {
    const shift = (number % (edit.timeline?.tracks?.length ?? 1)) - span.track;
    return moveToTracks(edit, spans, [span], at - span.start, { shift }).changes;
  },
  'new tracks': ({ edit, spans, at, number }) =>
    moveToTracks(edit, spans, spans.slice(0, 3), at - 4, {
      newAt: number % ((edit.timeline?.tracks?.length ?? 1) + 1),
    }).changes,
  'order tracks': ({ edit, span, number }) =>
    moveTrack(edit, span.track, number % (edit.timeline?.tracks?.length ?? 1)),
  transition: ({ edit, spans, at, number }) => {
    const cuts = listCuts(edit, spans);
    const cut = cuts[number % cuts.length];
    const name = ['fade', 'wipeLeft', 'pushUp', 'zoom'][number % 4] ?? 'fade';
    const put = number % 5 === 0 ? undefined : { name, seconds: at };
    return cut ? setTransition(edit, spans, cut, put, SETTINGS) : [];
  },
  roll: ({ edit, spans, at, number }) => {
    const cuts = listCuts(edit, spans);
    const cut = cuts[number % cuts.length];
    return cut ? rollCut(edit, cut, at - 4, SETTINGS) : [];
  },
  slip: ({ edit, span, at }) => slipClip(edit, span, at - 4, FACTS),
  'close the gap at': ({ edit, spans, span, at }) => closeGapAt(edit, spans, span.track, at),
  push: ({ edit, spans, span, at }) => {
    const target = { at, track: span.track, isFirstInFront: false };
    return pasteAndPush(edit, spans, copyClips(edit, [span]), target, SETTINGS)?.changes ?? [];
  },
  duplicate: ({ edit, span }) => duplicateClips(edit, [span]),
  paste: ({ edit, spans, span, at, number }) => {
    const target = { at, track: span.track, isFirstInFront: false };
    return pasteClips(edit, spans, copyClips(edit, spans.slice(number % 3)), target)?.changes ?? [];
  },
  remove: ({ edit, spans, span }) => unlessAll(edit, removeClips(edit, spans, [span])),
  'close gap': ({ edit, spans, span }) => unlessAll(edit, removeWithGap(edit, spans, [span])),
  place: changeOnPicture,
  'common place': ({ edit, spans }) => returnToCommonPlace(edit, spans, findShownShape(edit, 1)),
  insert: ({ edit, at }) => insertClip(edit, { asset: text, start: at, length: 1 }, 'front', false).changes,
};

/** Moves, scales, turns, resizes or crops a clip as the handles on the picture do. */
function changeOnPicture({ edit, span, at, number }: Given): readonly Change[] {
  const [from, length] = [Math.round(span.start * RATE), Math.round(span.length * RATE)];
  const frame = from + (Math.round(at * RATE) % Math.max(1, length));
  const output = number % 2;
  const shape = findShownShape(edit, output);
  const canvas = readSizeOf(listDraftOutputs(edit)[output] ?? {});
  const facts = {
    canvas,
    shape,
    rate: RATE,
    frame,
    from,
    to: from + length,
    natural: undefined,
    ink: undefined,
  };
  const shown = placeShown(readInShape(findClip(edit, span) ?? {}, shape), facts);
  if (!shown) return [];
  const by = { x: (number % 4001) - 2000, y: (number % 301) - 150 };
  const ways = [
    () => moveBy(shown, by),
    () => turnBy(shown, by.x),
    () => dragHandle(shown, 'se', by, number % 2 === 0),
    () => dragHandle(shown, 'nw', by, number % 2 === 0),
    () => (isPicture(shown.clip.asset) ? cropBy(shown, 'ne', by) : resizeBy(shown, 's', by)),
  ];
  return writePlace(edit, span, ways[number % ways.length]?.() ?? [], facts).changes;
}

const command = fc.record({
  kind: fc.constantFrom(...Object.keys(COMMANDS)),
  number: fc.nat(),
  at: fc.integer({ min: 0, max: 250 }).map((frames) => frames / RATE),
});

function run(json: string, { kind, number, at }: { kind: string; number: number; at: number }): string {
  const edit = readDraft(json) as DraftEdit;
  const spans = listSpans(edit, knownTimes(json));
  const span = spans[number % spans.length];
  return span ? changeText(json, COMMANDS[kind]?.({ edit, spans, span, at, number }) ?? []) : json;
}

it('any commands leave an edit valid, and undo leads back to the same text', () => {
  fc.assert(
    fc.property(edits, fc.array(command, { minLength: 1, maxLength: 8 }), (edit, commands) => {
      const texts = [writeEdit(edit)];
      let history = beginHistory(texts[0]!);
      for (const each of commands) {
        const next = run(history.present, each);
        const parsed = parseEdit(readDraft(next));
        expect(parsed.ok ? [] : [each, history.present, ...parsed.problems]).toEqual([]);
        if (next !== history.present) texts.push(next);
        history = record(history, next);
      }
      const backwards = texts.toReversed().map(() => {
        const { present } = history;
        history = undo(history);
        return present;
      });
      expect(backwards).toEqual(texts.toReversed());
      const forwards = texts.map(() => {
        const { present } = history;
        history = redo(history);
        return present;
      });
      expect(forwards).toEqual(texts);
    }),
    { numRuns: 60 },
  );
});
