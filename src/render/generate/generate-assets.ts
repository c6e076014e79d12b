import { KinoraError } from '../../base/errors.ts';
import type { TranscribedWord } from '../../base/transcribed-word.ts';
import type { GeneratedFile } from '../../create/model.ts';
import {
  type Edit,
  listGeneratedAssets,
  listSpeechSources,
  toSentence,
  type Warning,
  warnAboutModel,
  warnAboutPlaceholder,
} from '../../edit/model.ts';
import { findKeptFiles, type FoundFile, obtainFiles, type ObtainOptions } from './obtain-files.ts';
import {
  type GenerationPlan,
  planGeneration,
  type PlannedFile,
  showPlaceholders,
} from './plan-generation.ts';

/** An edit whose files are generated. */
export interface Generation {
  /** The edit with ordinary assets in place of the generated ones. */
  readonly edit: Edit;
  /** The `src` that has taken the place of each generated asset, in document order. */
  readonly replacements: readonly string[];
  /** Paths of the generated files, by the `src` that stands for them in the edit. */
  readonly files: Readonly<Record<string, string>>;
  /** The words of generated speech in seconds of its file, by the `src` of the captions. */
  readonly words: Readonly<Record<string, readonly TranscribedWord[]>>;
  /** Remarks of the makers. */
  readonly warnings: readonly Warning[];
}

/** Options for generating the assets of an edit. */
export interface GenerateOptions extends ObtainOptions {
  /** The size in pixels of images without a size. */
  readonly viewport: { readonly width: number; readonly height: number };
}

/** An edit whose kept files were found, and the reasons why others are missing. */
export interface FoundGeneration extends Generation {
  readonly missing: readonly (PlannedFile & { readonly reason: KinoraError })[];
}

/**
 * Generates the assets of an edit. Kept ones are not generated again.
 *
 * @throws {KinoraError} the errors of {@link obtainFiles}.
 */
export async function generateAssets(
  edit: Edit,
  { viewport, ...options }: GenerateOptions,
): Promise<Generation> {
  const plan = planGeneration(edit, viewport);
  return combine(edit, plan, await obtainFiles(plan, options));
}

/**
 * Finds the kept files of the generated assets of an edit. Generates none, unless `makesFree` is set.
 *
 * @param maxFiles maximum number of files to look for. The others are not in the result. Default: all.
 */
export async function findGenerated(
  edit: Edit,
  { viewport, ...options }: GenerateOptions,
  maxFiles?: number,
): Promise<FoundGeneration> {
  const plan = planGeneration(edit, viewport);
  const found = await findKeptFiles(plan, options, maxFiles);
  const files = new Map(found.flatMap(({ planned, file }) => (file ? [[planned.src, file] as const] : [])));
  const reasons = new Map(
    found.flatMap((result) => (result.file ? [] : [[result.planned, reasonOf(result)] as const])),
  );
  const shown = showPlaceholders(edit, plan, [...reasons.keys()]);
  const missing = shown.missing.flatMap((planned) => {
    const reason = reasons.get(planned);
    return reason ? [{ ...planned, reason }] : [];
  });
  const combined = combine(edit, { ...plan, ...shown }, files);
  const remarks = found.flatMap(({ planned: { field }, remark }) =>
    remark === undefined ? [] : [{ field, text: remark }],
  );
  return { ...combined, warnings: [...combined.warnings, ...remarks], missing };
}

/** Returns the reason why a file is missing. The message follows the field. */
function reasonOf({ planned, failure }: FoundFile): KinoraError {
  return failure ?? new KinoraError('not_generated', `${KINDS[planned.type]} ${NOT_GENERATED}`);
}

const KINDS: Readonly<Record<PlannedFile['type'], string>> = {
  'text-to-image': 'the image',
  'image-to-video': 'the video',
  'text-to-speech': 'the speech',
  image: 'the image',
  video: 'the video',
  audio: 'the sound',
};

const NOT_GENERATED =
  'has not been generated yet. Only a render generates it. Render the edit once: what was generated is kept.';

/**
 * Combines an edit with its generated files.
 *
 * @param files the generated files by the `src` that stands for them.
 */
function combine(edit: Edit, plan: GenerationPlan, files: ReadonlyMap<string, GeneratedFile>): Generation {
  const speeches = listSpeechSources(plan.edit).map(({ src, field, url, isForWords }) => ({
    src,
    field,
    isForWords,
    words: files.get(url)?.words,
  }));
  return {
    edit: plan.edit,
    replacements: plan.replacements,
    files: Object.fromEntries([...files].map(([src, { path }]) => [src, path])),
    words: Object.fromEntries(
      speeches.flatMap(({ src, words }) => (words ? [[src, words.map(roundTimes)] as const] : [])),
    ),
    warnings: [
      // The generated file replaces the text, so no later check can warn about it.
      ...listGeneratedAssets(edit).flatMap((located) => [
        ...warnAboutPlaceholder(located.location),
        ...warnAboutModel(located),
      ]),
      ...plan.files.flatMap(({ src, field }) =>
        (files.get(src)?.warnings ?? []).map((text) => ({ field, text: toSentence(text) })),
      ),
      ...speeches.flatMap(({ field, words, isForWords }) =>
        words?.length === 0 && !isForWords
          ? [{ field, text: 'The speech has no words, so there are no captions.' }]
          : [],
      ),
    ],
  };
}

/** Rounds times to microseconds, because later steps treat their decimal digits as exact. */
function roundTimes(word: TranscribedWord): TranscribedWord {
  return { ...word, from: roundTime(word.from), to: roundTime(word.to) };
}

function roundTime(time: number): number {
  return Math.round(time * 1e6) / 1e6;
}
