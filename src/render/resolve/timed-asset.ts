import type {
  AudioAsset,
  CaptionAsset,
  Clip,
  LottieAsset,
  LumaAsset,
  RichCaptionAsset,
  VideoAsset,
} from '../../edit/model.ts';

/** An asset that can take its length from its file. */
export type TimedAsset = VideoAsset | AudioAsset | LumaAsset | LottieAsset | CaptionAsset | RichCaptionAsset;

/** True if an asset can take its length from its file. */
export function isTimed(asset: Clip['asset']): asset is TimedAsset {
  const types: readonly Clip['asset']['type'][] = [
    'video',
    'audio',
    'luma',
    'lottie',
    'caption',
    'rich-caption',
  ];
  return types.includes(asset.type);
}
