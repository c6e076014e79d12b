import { toModelRequest } from '../../create/model-request.ts';
import { type GenerationOptions, type GenerationRequest, isBuiltIn } from '../../create/model.ts';
import {
  type Edit,
  type Clip,
  type GeneratedAsset,
  isPrompted,
  listGeneratedAssets,
  nameGeneratedSource,
  providerOfAsset,
  placeholderOf,
  type PromptedAsset,
  replaceGeneratedAssets,
} from '../../edit/model.ts';

/** A file that an edit needs, and that is generated. Equal assets share one. */
export interface PlannedFile {
  /** The `src` that stands for the file. */
  readonly src: string;
  readonly type: GeneratedAsset['type'];
  /** The first field that asks for the file: `timeline.tracks[0].clips[0].asset.text`. */
  readonly field: string;
  readonly request: GenerationRequest;
}

/** The generated files of an edit. */
export interface GenerationPlan {
  /** The edit with ordinary assets in place of the generated ones. Their `src` stands for the planned files. */
  readonly edit: Edit;
  readonly files: readonly PlannedFile[];
  /** The `src` that takes the place of each generated asset, in document order. */
  readonly replacements: readonly string[];
}

/** The size of a picture in pixels. */
interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Plans which files are generated for an edit. Pure.
 *
 * @param viewport the size of images without a size.
 */
export function planGeneration(edit: Edit, viewport: PictureSize): GenerationPlan {
  const files = new Map<string, PlannedFile>();
  const sources = new Map<GeneratedAsset, string>();
  const replacements: string[] = [];
  for (const { asset, field, location } of listGeneratedAssets(edit)) {
    const request = toRequest(asset, location.clip, viewport);
    const key = JSON.stringify(request);
    const src = files.get(key)?.src ?? nameGeneratedSource(asset.type, files.size + 1);
    if (!files.has(key)) files.set(key, { src, type: asset.type, field, request });
    sources.set(asset, src);
    replacements.push(src);
  }
  return {
    edit: sources.size === 0 ? edit : replaceGeneratedAssets(edit, (asset) => sources.get(asset) ?? ''),
    files: [...files.values()],
    replacements,
  };
}

/** The plan of an edit for a preview, which shows the placeholders of files that are not made yet. */
export interface PreviewPlan extends Pick<GenerationPlan, 'edit' | 'replacements'> {
  /** The missing files that have no placeholder. */
  readonly missing: readonly PlannedFile[];
}

/**
 * Puts placeholders in the places of missing files, where the edit has them. Pure.
 *
 * @param edit the edit of the plan, before its assets were replaced.
 * @param missing the files of the plan that are not there.
 */
export function showPlaceholders(
  edit: Edit,
  plan: GenerationPlan,
  missing: readonly PlannedFile[],
): PreviewPlan {
  const absent = new Set(missing.map(({ src }) => src));
  const assets = listGeneratedAssets(edit);
  const replacements = assets.map(({ asset }, index) => {
    const src = plan.replacements[index] ?? '';
    return absent.has(src) ? (placeholderOf(asset) ?? src) : src;
  });
  if (replacements.every((src, index) => src === plan.replacements[index]))
    return { edit: plan.edit, replacements, missing };
  const next = new Map(assets.map(({ asset }, index) => [asset, replacements[index] ?? '']));
  return {
    edit: replaceGeneratedAssets(edit, (asset) => next.get(asset) ?? ''),
    replacements,
    missing: missing.filter(({ src }) => replacements.includes(src)),
  };
}

/** Returns the request for an asset of a clip. Equal assets have requests with the same JSON. */
function toRequest(asset: GeneratedAsset, clip: Clip, viewport: PictureSize): GenerationRequest {
  if (isPrompted(asset)) return toPromptedRequest(asset, clip, viewport);
  const provider = providerOfAsset(asset);
  return { provider, options: toOptions(asset, viewport, isBuiltIn(provider)) };
}

/** A length of the clip in seconds is the wanted duration of what is made. */
function toPromptedRequest(
  { type, prompt, model, options }: PromptedAsset,
  { length }: Clip,
  viewport: PictureSize,
): GenerationRequest {
  const seconds = typeof length === 'number' && length > 0 ? length : undefined;
  return toModelRequest({ type, prompt, model, options, seconds }, viewport);
}

function toOptions(
  asset: Exclude<GeneratedAsset, PromptedAsset>,
  viewport: PictureSize,
  isOfBuiltIn: boolean,
): GenerationOptions {
  switch (asset.type) {
    case 'text-to-image': {
      const { type, prompt, width = viewport.width, height = viewport.height } = asset;
      return { type, prompt, width, height };
    }
    case 'image-to-video': {
      const { type, src, prompt, aspectRatio } = asset;
      return { type, imageUrl: src, prompt, aspectRatio };
    }
    case 'text-to-speech': {
      const { type, text, voice, language, newscaster } = asset;
      // Only the built-in provider has languages and newscasters.
      const style = isOfBuiltIn ? { language, newscaster: newscaster === true ? true : undefined } : {};
      return { type, text, voice, ...style };
    }
  }
}
