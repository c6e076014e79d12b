export {
  type ApiDescription,
  createClient,
  type DryRunOptions,
  type EditSchema,
  type FrameOptions,
  type KinoraClient,
  type LayersOptions,
  type SheetOptions,
  type WaveformOptions,
} from './client.ts';
export { type ErrorDetail, KinoraApiError, KinoraRenderError, KinoraTimeoutError } from './errors.ts';
export type { FinishedRender, RenderChange, RenderHandle, WaitOptions } from './render-handle.ts';
export type { GetRenderOptions, ListRendersOptions, Renders } from './renders.ts';
export type { NewTemplate, TemplateRenderOptions, Templates, TemplateUpdateOptions } from './templates.ts';
export type { Assets, AssetWaitOptions, ListAssetsOptions } from './assets.ts';
export type { CreatedAssets, CreatedAssetWaitOptions, ListCreatedAssetsOptions } from './created-assets.ts';
export type {
  GenerateOptions,
  Generations,
  GenerationWaitOptions,
  StartGenerationOptions,
} from './generations.ts';
export type { Edits, EditToKeep, GetEditOptions, SaveEditOptions } from './edits.ts';
export type { Keys, RevokeKeyOptions } from './keys.ts';
export type { Brands, SaveBrandOptions } from './brands.ts';
export type { Tokens } from './tokens.ts';
export type { ListSourcesOptions, Sources, SourceWaitOptions } from './sources.ts';
export type { UnfinishedUpload, UploadOptions, UploadProgress } from './upload.ts';
export type { CallOptions, ClientOptions, DialectOptions } from './connection.ts';
export type { CreateOptions, RenderOptions } from './api-calls.ts';
export type * from './built/types.ts';
export type { Edit as EditInput } from './built/types.ts';
