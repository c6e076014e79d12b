import type { ClipLocation } from '../clips/clip-location.ts';
import { formatNumber, type Warning, createClipWarning } from './warning.ts';

/** Warns about a crop that hides the whole picture. */
export function warnAboutCrop(location: ClipLocation): Warning[] {
  const { asset } = location.clip;
  const { top = 0, bottom = 0, left = 0, right = 0 } = ('crop' in asset ? asset.crop : undefined) ?? {};
  const hiding = [
    { sides: '"left" and "right"', sum: left + right },
    { sides: '"top" and "bottom"', sum: top + bottom },
  ].find(({ sum }) => sum >= 1);
  if (!hiding) return [];
  const text = `The crop hides the whole picture: ${hiding.sides} add up to ${formatNumber(hiding.sum)}. Their sum must be less than 1.`;
  return [createClipWarning(location, ['asset', 'crop'], text)];
}

/**
 * The end of the warning about a position, for each asset type that fills the output. It names the
 * field that places the content instead, if the asset has such a field.
 */
const OTHER_FIELDS: Readonly<Record<string, string>> = {
  text: ', or use "alignment" of its asset',
  'rich-text': ', or use "align" of its asset',
  title: ', or use "position" of its asset',
  shape: '',
  svg: '',
  html: '',
};

/** Warns about a position that has no effect, because the asset is as large as the output. */
export function warnAboutPosition(location: ClipLocation): Warning[] {
  const { asset, position = 'center', scale = 1, width, height } = location.clip;
  const instead = OTHER_FIELDS[asset.type];
  if (position === 'center' || scale !== 1 || instead === undefined) return [];
  const across = width ?? ('width' in asset ? asset.width : undefined);
  const down = height ?? ('height' in asset ? asset.height : undefined);
  const movesAcross = /left|right/i.test(position) && across !== undefined;
  const movesDown = /top|bottom/i.test(position) && down !== undefined;
  if (movesAcross || movesDown) return [];
  const text = `The position has no effect, because the ${asset.type} fills the output. Give the clip a "width" and a "height"${instead}.`;
  return [createClipWarning(location, ['position'], text)];
}
