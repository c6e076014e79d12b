import type { Kysely } from 'kysely';
import { beginAssets, setAssetsReady } from './assets.ts';
import { type StartedRender, type FinishedRender, setDone } from './attempts.ts';
import { ASSET_PARTS, type AssetPart, type Schema } from './schema.ts';

/** The default outcome of a render in tests. */
export const FINISHED: FinishedRender = { duration: 2.5, renderTime: 90.25, warnings: null };

/** Finishes an attempt successfully, as a worker does. @param files the storage keys of its files. */
export async function finishRender(
  tables: Kysely<Schema>,
  attempt: StartedRender,
  files: Partial<Record<AssetPart, string>>,
  finished: Partial<FinishedRender> = {},
): Promise<void> {
  const { id: render, owner, stage } = attempt;
  const assets = ASSET_PARTS.flatMap((part) => {
    const file = files[part];
    const filename = file?.split('/').at(-1);
    return file && filename ? [{ owner, stage, render, part, filename, file }] : [];
  });
  await beginAssets(tables, assets);
  await setDone(tables, attempt, { ...FINISHED, ...finished });
  await setAssetsReady(tables, render);
}
