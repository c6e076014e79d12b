import type {
  AudioAsset,
  CaptionAsset,
  Clip,
  LumaAsset,
  RichCaptionAsset,
  VideoAsset,
} from '../../edit/model.ts';

/** An asset that can take its length from its file. */
export type TimedAsset = VideoAsset | AudioAsset | LumaAsset | CaptionAsset | RichCaptionAsset;

/** True if an asset can take its length from its file. */
export function isTimed(asset: Clip['asset']): asset is TimedAsset {
  const types: readonly Clip['asset']['type'][] = ['video', 'audio', 'luma', 'caption', 'rich-caption'];
  return types.includes(asset.type);
}
