import type { JSX } from 'preact';
import { openClip } from './change-clips.ts';
import { PlaceSign } from '../variants/place-sign.tsx';
import { shownShape } from '../variants/shown-output.ts';
import { isPicture } from './geometry/shown-clip.ts';
import { chosenClips, croppedKey, showsSafeAreas } from './picture-state.ts';

/** The buttons for what is shown over the picture. */
export function PictureTools(): JSX.Element {
  const [only, ...others] = chosenClips.value;
  const canCrop = only !== undefined && others.length === 0 && isPicture(only.clip.asset);
  return (
    <div class="picture-tools" role="toolbar" aria-label="Picture">
      <PlaceSign places={chosenClips.value.map(({ span }) => span)} />
      <button
        type="button"
        class="button plain"
        aria-pressed={canCrop && croppedKey.value === only.key}
        disabled={!canCrop}
        title={shownShape.value.isCommon ? undefined : 'The same part is hidden in all shapes'}
        onClick={() => only && openClip(only)}
      >
        Crop
      </button>
      <button
        type="button"
        class="button plain"
        aria-pressed={showsSafeAreas.value}
        title="The parts that televisions and apps do not cover"
        onClick={() => (showsSafeAreas.value = !showsSafeAreas.value)}
      >
        Safe areas
      </button>
    </div>
  );
}
