import { Component, type JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type ClipSpan, keyOf } from '../document/clip-spans.ts';
import { isMenuKey } from '../shell/menu-list.tsx';
import { followView } from './clips-in-view.ts';
import { beginDrag, clipElements, type DragKind, selectClip } from './drag-clips.ts';
import { layers } from './load-layers.ts';
import type { ClipWave } from './waveforms.ts';

/** The properties of the box of a clip. */
interface ClipBoxProps {
  readonly span: ClipSpan;
  readonly name: string;
  readonly type: string;
  /** Address of the pictures of its file. */
  readonly strip: string | undefined;
  /** The waveform of its sound. */
  readonly wave: ClipWave | undefined;
  /** Seconds by which the waveform begins before the clip. */
  readonly waveShift: number;
  readonly zoom: number;
  readonly isSelected: boolean;
  readonly hasProblem: boolean;
}

const COLOURS = new Map(
  Object.entries({
    video: 'video',
    'image-to-video': 'video',
    image: 'image',
    svg: 'shape',
    shape: 'shape',
    progress: 'shape',
    qr: 'shape',
    waveform: 'shape',
    audio: 'audio',
    'text-to-speech': 'audio',
    text: 'text',
    title: 'text',
    html: 'text',
    'rich-text': 'text',
    caption: 'text',
    'rich-caption': 'text',
  }),
);

/** A clip on the timeline. It is drawn again only if it has changed. */
export class ClipBox extends Component<ClipBoxProps> {
  override shouldComponentUpdate(next: ClipBoxProps): boolean {
    return !isSameBox(this.props, next);
  }

  override render(): JSX.Element {
    return <Box {...this.props} />;
  }
}

/** Drag it to move it, drag an edge to trim it. */
function Box(props: ClipBoxProps): JSX.Element {
  const { span, name, type, strip, wave, waveShift, zoom, isSelected, hasProblem } = props;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (box.current ? followView(box.current) : undefined), []);
  const key = keyOf(span);
  const width = `${Math.max(4, span.length * zoom)}px`;
  return (
    <div
      class={`clip ${COLOURS.get(type) ?? 'other'}${hasProblem ? ' wrong' : ''}`}
      role="option"
      tabIndex={0}
      aria-selected={isSelected}
      data-key={key}
      data-width={width}
      style={{ left: `${span.start * zoom}px`, width }}
      ref={(element) => {
        box.current = element;
        if (element) clipElements.set(key, element);
        else clipElements.delete(key);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') selectClip(event, span);
        else if (isMenuKey(event)) layers.value?.openClipMenu(event, span);
      }}
      onContextMenu={(event) => layers.value?.openClipMenu(event, span)}
      onPointerDown={(event) => beginDrag(event, span, dragAt(event))}
    >
      {strip !== undefined &&
        (type === 'image' ? (
          <div class="strip" style={{ backgroundImage: `url(${strip})` }} />
        ) : (
          <img class="strip" src={strip} alt="" draggable={false} />
        ))}
      {wave && <Wave wave={wave} shift={waveShift} zoom={zoom} />}
      <span class="edge" />
      <span class="clip-name" translate={false}>
        {name}
      </span>{' '}
      <span class="clip-type">{type}</span>{' '}
      <span class="unseen">
        from {span.start.toFixed(2)} s, {span.length.toFixed(2)} s long
      </span>
      <span class="edge end" />
    </div>
  );
}

interface WaveProps {
  readonly wave: ClipWave;
  readonly shift: number;
  readonly zoom: number;
}

/** The sound of a clip: the higher, the louder. */
function Wave({ wave, shift, zoom }: WaveProps): JSX.Element {
  return (
    <svg
      class="wave"
      viewBox={`0 0 ${wave.points} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
      style={{ left: `${-shift * zoom}px`, width: `${wave.duration * zoom}px` }}
    >
      <path d={wave.path} />
    </svg>
  );
}

/** True if two boxes look the same, although their spans are computed again after each change. */
function isSameBox({ span, ...box }: ClipBoxProps, { span: other, ...otherBox }: ClipBoxProps): boolean {
  const keys = Object.keys(box) as (keyof typeof box)[];
  return (
    keyOf(span) === keyOf(other) &&
    span.start === other.start &&
    span.length === other.length &&
    keys.every((name) => box[name] === otherBox[name])
  );
}

function dragAt({ target, ctrlKey, metaKey, altKey }: PointerEvent): DragKind {
  const { classList } = target as HTMLElement;
  if (altKey && (ctrlKey || metaKey)) return 'slip';
  if (!classList.contains('edge')) return 'move';
  return classList.contains('end') ? 'end' : 'start';
}
