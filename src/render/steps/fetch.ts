import { listSources, usesCache } from '../../edit/model.ts';
import { fetchSources, openSourcesForInspection } from '../fetch/fetch-sources.ts';
import type { RunState } from './run-state.ts';

/** Maximum size of a source whose sound is measured for a request, in bytes. */
const MAX_SOUND_SOURCE_BYTES = 1_000_000_000;

/** Downloads the sources, or opens them for remote reading. */
export async function fetchAll(state: RunState): Promise<void> {
  const { edit, kind, config, localFiles } = state;
  const { owner, signal, onProgress } = state.options;
  onProgress?.({ phase: 'fetching' });
  // A single frame and a page that plays fetch only the bytes that they need. Sources that must be prepared (contract C30) are fetched
  // whole later. A sound needs its whole files, and has little time for them.
  const open = kind === 'frames' || kind === 'layers' ? openSourcesForInspection : fetchSources;
  const limit = kind === 'sound' ? { maxBytes: MAX_SOUND_SOURCE_BYTES } : {};
  const request = { owner, cache: usesCache(edit), signal, ...limit };
  const remote = listSources(edit).filter(({ url }) => !Object.hasOwn(localFiles, url));
  state.fetched = await open(remote, config.sources, request);
}
