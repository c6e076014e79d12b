export {
  type ApiDescription,
  createClient,
  type DryRunOptions,
  type EditSchema,
  type FrameOptions,
  type KinoraClient,
  type SheetOptions,
  type WaveformOptions,
} from './client.ts';
export { type ErrorDetail, KinoraApiError, KinoraRenderError, KinoraTimeoutError } from './errors.ts';
export type { RenderHandle, WaitOptions } from './render-handle.ts';
export type { GetRenderOptions, ListRendersOptions, Renders } from './renders.ts';
export type { NewTemplate, TemplateRenderOptions, Templates, TemplateUpdateOptions } from './templates.ts';
export type { Assets, AssetWaitOptions, ListAssetsOptions } from './assets.ts';
export type { CreatedAssets, CreatedAssetWaitOptions, ListCreatedAssetsOptions } from './created-assets.ts';
export type { Keys, NewApiKey, RevokeKeyOptions } from './keys.ts';
export type { ListSourcesOptions, Sources, SourceWaitOptions } from './sources.ts';
export type { UnfinishedUpload, UploadOptions, UploadProgress } from './upload.ts';
export type { CallOptions, ClientOptions, Dialect, DialectOptions } from './connection.ts';
export type { CreateOptions, RenderOptions } from './api-calls.ts';
export type * from './account.ts';
export type * from './create-input.ts';
export type * from './source-input.ts';
export type * from './responses.ts';
// An asset is a file that Kinora keeps. The asset of a clip has another name here.
export type { Asset } from './responses.ts';
export type { Asset as EditAsset } from './edit/assets.ts';
export type * from './edit/assets.ts';
export type * from './edit/destinations.ts';
export type * from './edit/drawn-assets.ts';
export type * from './edit/edit.ts';
export type { Edit as EditInput } from './edit/edit.ts';
export type { Placeholder } from './edit/placeholder.ts';
export type * from './edit/text-assets.ts';
