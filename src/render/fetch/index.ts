export type { HostedFiles, HostedRemoteFile } from './source-location.ts';
export type { FetchRequest, InspectedSource, FetchedSource } from './fetched-source.ts';
export { openSources } from './sources.ts';
export type { Sources, SourcesConfig } from './sources.ts';
