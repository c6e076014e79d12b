import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseEdit } from '../../edit/index.ts';
import { type ClipSpan, listSpans } from './clip-spans.ts';
import { duplicateClips, insertClip, moveClips, moveToTrack, removeClips } from './commands.ts';
import { type Change, changeText, type DraftEdit, readDraft, writeEdit } from './edit-text.ts';
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
      { ...audio, effect: 'fadeInFadeOut' },
      { ...audio, duck: { under: 'alias://talk' } },
      { type: 'caption', src: 'alias://talk' },
    ),
    start: fc.oneof(seconds, fc.constantFrom('auto', 'alias://talk')),
    length: fc.constantFrom<unknown>(4, 4, 4, 'auto', 'end', 'alias://talk'),
    scale: tweens,
    offset: fc.record({ x: tweens }),
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
    output: { format: 'mp4', resolution: 'sd' },
  }))
  .filter((edit) => parseEdit(edit).ok);

const command = fc.record({
  kind: fc.constantFrom('split', 'split all', 'start', 'end', 'move', 'track', 'copy', 'remove', 'insert'),
  clip: fc.nat(),
  at: fc.integer({ min: 0, max: 250 }).map((frames) => frames / RATE),
});
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never;

function changesOf(
  edit: DraftEdit,
  spans: readonly ClipSpan[],
  { kind, clip: number, at }: Command,
): Change[] {
  const span = spans[number % spans.length];
  const settings = { rate: RATE, fileLengthOf: () => FILE_SECONDS };
  if (!span) return [];
  switch (kind) {
    case 'split':
      return splitClips(edit, spans, [span], at, settings).changes;
    case 'split all':
      return splitClips(edit, spans, spans, at, settings).changes;
    case 'start':
    case 'end':
      return trimClip(edit, span, kind, at - 4, { rate: RATE, fileLength: FILE_SECONDS });
    case 'move':
      return moveClips(edit, [span], at - 4);
    case 'track':
      return moveToTrack(edit, span, number % (edit.timeline?.tracks?.length ?? 1), at);
    case 'copy':
      return duplicateClips(edit, [span]);
    case 'remove':
      return spans.length > 3 ? removeClips(edit, spans, [span]) : [];
    case 'insert':
      return insertClip(edit, { asset: text, start: at, length: 1 }, 'front', false).changes;
  }
}

it('any commands leave an edit valid, and undo leads back to the same text', () => {
  fc.assert(
    fc.property(edits, fc.array(command, { minLength: 1, maxLength: 8 }), (edit, commands) => {
      const texts = [writeEdit(edit)];
      let history = beginHistory(texts[0]!);
      for (const each of commands) {
        const draft = readDraft(history.present) as DraftEdit;
        const next = changeText(
          history.present,
          changesOf(draft, listSpans(draft, knownTimes(history.present)), each),
        );
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
