// The asset of a group has clips, and a clip has an asset, so both are declared in one file.
export type { Asset } from './clip.ts';
