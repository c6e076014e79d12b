export { createClient, type FrameOptions, type KinoraClient } from './client.ts';
export { type ErrorDetail, KinoraApiError, KinoraRenderError, KinoraTimeoutError } from './errors.ts';
export type { RenderHandle, WaitOptions } from './render-handle.ts';
export type { GetRenderOptions, ListRendersOptions, Renders } from './renders.ts';
export type { NewTemplate, TemplateRenderOptions, Templates } from './templates.ts';
export type { Assets, AssetWaitOptions } from './assets.ts';
export type { NewCreatedAsset } from './create-input.ts';
export type { CreatedAssets, CreatedAssetWaitOptions, ListCreatedAssetsOptions } from './created-assets.ts';
export type { ListSourcesOptions, Sources, SourceWaitOptions } from './sources.ts';
export type { UnfinishedUpload, UploadOptions, UploadProgress } from './upload.ts';
export type { CallOptions, ClientOptions } from './connection.ts';
export type { CreateOptions } from './api-calls.ts';
export type { EditInput, Placeholder } from './edit-input.ts';
export type * from './responses.ts';
export type {
  EnhancedAudio,
  EnhancePreset,
  RenditionFormat,
  RequestedOutputs,
  RenditionTransformation,
  TranscriptionFormat,
} from '../ingest/model.ts';
export type {
  Asset as EditAsset,
  AudioAsset,
  CaptionAsset,
  Clip,
  Destination,
  Edit,
  HtmlAsset,
  ImageAsset,
  ImageToVideoAsset,
  LumaAsset,
  MergeField,
  Output,
  RichCaptionAsset,
  RichTextAsset,
  ShapeAsset,
  Soundtrack,
  SvgAsset,
  TextAsset,
  TextToImageAsset,
  TextToSpeechAsset,
  Timeline,
  TitleAsset,
  Track,
  Tween,
  VideoAsset,
} from '../edit/index.ts';
