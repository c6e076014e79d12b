import { z } from 'zod';
import { CaptionAsset, RichCaptionAsset } from './caption-asset.ts';
import { HtmlAsset, ShapeAsset, SvgAsset, TitleAsset } from './drawn-asset.ts';
import { ImageToVideoAsset, TextToImageAsset, TextToSpeechAsset } from './generated-asset.ts';
import { AudioAsset, ImageAsset, LumaAsset, VideoAsset } from './media-asset.ts';
import { LottieAsset } from './playback/lottie-asset.ts';
import { RichTextAsset } from './rich-text-asset.ts';
import { TextAsset } from './text-asset.ts';

export const Asset = z
  .discriminatedUnion('type', [
    VideoAsset,
    ImageAsset,
    TextAsset,
    RichTextAsset,
    AudioAsset,
    LumaAsset,
    CaptionAsset,
    RichCaptionAsset,
    HtmlAsset,
    TitleAsset,
    ShapeAsset,
    SvgAsset,
    LottieAsset,
    TextToImageAsset,
    ImageToVideoAsset,
    TextToSpeechAsset,
  ])
  .meta({ id: 'Asset', description: 'Asset that a clip shows or plays. "type" selects its kind.' });

/** Asset that a clip shows or plays, discriminated by `type`. */
export type Asset = z.infer<typeof Asset>;
