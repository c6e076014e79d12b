export type { Timeouts } from './download.ts';
export type { OwnFiles, OwnRemote } from './local.ts';
export type { FetchRequest, Looked, Source } from './source.ts';
export { openSources } from './sources.ts';
export type { Sources, SourcesConfig } from './sources.ts';
