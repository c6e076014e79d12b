import type { LocatedGeneratedAsset } from '../generated/generated-assets.ts';
import { clipPathOf } from '../clips/clip-location.ts';
import { formatPath } from '../problems/problem.ts';
import type { Warning } from '../warnings/warning.ts';

/** Warns of a model of another company whose work a built-in voice does. */
export function warnAboutModel({ asset, location }: LocatedGeneratedAsset): Warning[] {
  if (asset.type !== 'audio' || asset.model !== 'polly-neural') return [];
  const { voice } = asset.options ?? {};
  const text = `The built-in voice ${JSON.stringify(voice)} of this server speaks, because Kinora has no connection to Polly.`;
  return [{ field: formatPath([...clipPathOf(location), 'asset', 'model']), text }];
}
