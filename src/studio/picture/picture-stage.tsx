import type { JSX } from 'preact';
import '../style/picture.css';
import { selection } from '../edit/edit-state.ts';
import { ClipGrips } from './clip-grips.tsx';
import { chooseClip, makeChange, openClip } from './change-clips.ts';
import { describePoint } from './describe-place.ts';
import { clickPicture, openClicked, pressPicture } from './drag-picture.ts';
import { hasExtent } from './geometry/find-hits.ts';
import { moveBy } from './geometry/change-place.ts';
import { cornersOf, type Point } from './geometry/shown-clip.ts';
import { readArrow } from './arrow-keys.ts';
import { WordsInPlace } from './words-in-place.tsx';
import {
  canvas,
  chosenClips,
  croppedKey,
  type PictureClip,
  pictureClips,
  safeAreas,
  snapLines,
  spoken,
  writtenKey,
} from './picture-state.ts';

/** Size of the names of the safe areas, as a share of the output's height. */
const AREA_LETTERS = 0.02;

/** The clips on the picture: their outlines, and the handles of the selected one. Its units are pixels of the output. */
export function PictureStage(): JSX.Element {
  const { width, height } = canvas.value;
  const [only, ...others] = chosenClips.value;
  const written = pictureClips.value.find(({ key }) => key === writtenKey.value);
  return (
    <>
      <svg
        class="picture-stage"
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-label="Clips on the picture"
        onPointerDown={pressPicture}
        onClick={clickPicture}
        onDblClick={openClicked}
      >
        <SafeAreas />
        {pictureClips.value.map((clip) => (
          <ClipOutline key={clip.key} clip={clip} />
        ))}
        {only && only.key === croppedKey.value && <WholePicture clip={only} />}
        {only && hasExtent(only) && others.length === 0 && !written && <ClipGrips clip={only} />}
        <SnapLines />
        {written && <WordsInPlace key={written.key} clip={written} />}
      </svg>
      <p class="unseen" role="status">
        {spoken.value}
      </p>
    </>
  );
}

/** The outline of a whole picture, of which a crop hides parts. */
function WholePicture({ clip }: { readonly clip: PictureClip }): JSX.Element {
  const whole = { ...clip, bounds: clip.layer.placement.whole };
  return <polygon class="whole-picture" points={writePoints(cornersOf(whole))} aria-hidden="true" />;
}

/** The outline of a clip, which takes the keys. */
function ClipOutline({ clip }: { readonly clip: PictureClip }): JSX.Element {
  const isChosen = selection.value.has(clip.key);
  return (
    <polygon
      class={`clip-outline${isChosen ? ' chosen' : ''}${croppedKey.value === clip.key ? ' cropped' : ''}`}
      points={writePoints(cornersOf(clip))}
      data-clip={clip.key}
      role="button"
      tabindex={0}
      aria-pressed={isChosen}
      aria-label={`${clip.name}, ${describePoint(clip)}`}
      onKeyDown={(event) => pressKey(event, clip)}
    />
  );
}

/**
 * Moves the selected clips by pixels with the arrow keys. Enter selects, and opens what is selected. Space selects, and
 * plays if the clip is selected.
 */
function pressKey(event: KeyboardEvent, clip: PictureClip): void {
  const by = readArrow(event);
  const isChosen = selection.peek().has(clip.key);
  const isEnter = event.key === 'Enter' || (event.key === ' ' && !isChosen);
  if (!by && !isEnter) return;
  event.preventDefault();
  event.stopPropagation();
  if (isEnter && isChosen && !event.shiftKey) openClip(clip);
  else if (isEnter || !isChosen) chooseClip(clip.key, isEnter && event.shiftKey);
  if (by)
    makeChange(new Map(chosenClips.peek().map((each) => [each, moveBy(each, by)])), 'move on the picture');
}

function SafeAreas(): JSX.Element {
  const size = AREA_LETTERS * canvas.value.height;
  return (
    <g class="safe-areas" aria-hidden="true" font-size={size}>
      {safeAreas.value.map(({ name, ...area }) => (
        <g key={name}>
          <rect {...area} />
          <text x={area.x + area.width / 2} y={area.y + area.height - size / 3}>
            {name}
          </text>
        </g>
      ))}
    </g>
  );
}

function SnapLines(): JSX.Element {
  const { width, height } = canvas.value;
  const { x, y } = snapLines.value;
  return (
    <g class="snap-lines" aria-hidden="true">
      {x.map((at) => (
        <line key={`x${at}`} x1={at} x2={at} y1={0} y2={height} />
      ))}
      {y.map((at) => (
        <line key={`y${at}`} x1={0} x2={width} y1={at} y2={at} />
      ))}
    </g>
  );
}

function writePoints(points: readonly Point[]): string {
  return points.map(({ x, y }) => `${x},${y}`).join(' ');
}
