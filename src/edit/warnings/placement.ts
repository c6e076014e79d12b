import type { ClipLocation } from '../clips/clip-location.ts';
import { formatNumber, type Warning, createClipWarning } from './warning.ts';

/** A crop that leaves nothing to be seen. */
export function warnAboutCrop(location: ClipLocation): Warning[] {
  const { asset } = location.clip;
  const { top = 0, bottom = 0, left = 0, right = 0 } = ('crop' in asset ? asset.crop : undefined) ?? {};
  const hiding = [
    { sides: '"left" and "right"', sum: left + right },
    { sides: '"top" and "bottom"', sum: top + bottom },
  ].find(({ sum }) => sum >= 1);
  if (!hiding) return [];
  const phrase = `hides all of the picture: ${hiding.sides} come to ${formatNumber(hiding.sum)}; together they have to be less than 1`;
  return [createClipWarning(location, ['asset', 'crop'], phrase)];
}

/** What else places the letters or the page of an asset that fills the output. */
const OTHER_FIELDS: Readonly<Record<string, string>> = {
  text: ', or use "alignment" of its asset',
  'rich-text': ', or use "align" of its asset',
  title: ', or use "position" of its asset',
  shape: '',
  svg: '',
  html: '',
};

/** A position that changes nothing, because what it places is as large as the output. */
export function warnAboutPosition(location: ClipLocation): Warning[] {
  const { asset, position = 'center', scale = 1, width, height } = location.clip;
  const instead = OTHER_FIELDS[asset.type];
  if (position === 'center' || scale !== 1 || instead === undefined) return [];
  const across = width ?? ('width' in asset ? asset.width : undefined);
  const down = height ?? ('height' in asset ? asset.height : undefined);
  const movesAcross = /left|right/i.test(position) && across !== undefined;
  const movesDown = /top|bottom/i.test(position) && down !== undefined;
  if (movesAcross || movesDown) return [];
  const phrase = `has no effect, because the ${asset.type} fills the output; give the clip "width" and "height"${instead}`;
  return [createClipWarning(location, ['position'], phrase)];
}
