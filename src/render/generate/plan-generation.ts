import { type GenerationOptions, type GenerationRequest, isBuiltIn } from '../../create/model.ts';
import {
  type Edit,
  type GeneratedAsset,
  listGeneratedAssets,
  nameGeneratedSource,
  providerOfAsset,
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
  for (const { asset, field } of listGeneratedAssets(edit)) {
    const request = toRequest(asset, viewport);
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

/** Returns the request for an asset. Equal assets have requests with the same JSON. */
function toRequest(asset: GeneratedAsset, viewport: PictureSize): GenerationRequest {
  const provider = providerOfAsset(asset);
  return { provider, options: toOptions(asset, viewport, isBuiltIn(provider)) };
}

function toOptions(asset: GeneratedAsset, viewport: PictureSize, isOfBuiltIn: boolean): GenerationOptions {
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
