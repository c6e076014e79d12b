import type { CreatedAsset } from '../../client/index.ts';
import { addAtPlayhead, insertOwnClip } from '../assets/add-file-to-edit.ts';
import { attemptAloud } from '../shell/notice.tsx';
import { loadVoices, voices } from '../speech/voice-list.ts';
import { createClipOfGenerated } from './clip-of-generated.ts';

/** Adds a generated file at the playhead, as what it is, and goes to the edit. */
export function addGeneratedToEdit(asset: CreatedAsset): Promise<void> {
  return attemptAloud(async () => {
    await loadVoices();
    addAtPlayhead(asset.url ?? '', (start) => {
      const clip = createClipOfGenerated(asset, start, voices.peek() ?? []);
      return insertOwnClip(clip, 'front');
    });
  });
}
