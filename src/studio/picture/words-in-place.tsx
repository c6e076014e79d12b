import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { pathOf } from '../document/clip-path.ts';
import { findClip } from '../document/clip-spans.ts';
import { apply, draft } from '../edit/edit-state.ts';
import { readAt } from '../schema/walk-schema.ts';
import { readPixels } from './geometry/relative-lengths.ts';
import { type PictureClip, writtenKey } from './picture-state.ts';

/** Share of the output's height that letters have without a size of their own. */
const USUAL_LETTERS = 0.06;
/** Least and most size of the field, as shares of the output. */
const LEAST = { width: 0.3, height: 0.12 };
const MOST = { width: 0.9, height: 0.5 };
/** Share of the letters' size by which the field is larger: the browser may not have their font. */
const ROOM = 1.5;

let writing = 0;

/** A field over the words of a clip, in its place. The picture follows. Escape and a press elsewhere end it. */
export function WordsInPlace({ clip }: { readonly clip: PictureClip }): JSX.Element {
  const field = useRef<HTMLTextAreaElement>(null);
  const visit = useRef(0);
  useEffect(() => {
    visit.current = ++writing;
    field.current?.focus();
    field.current?.select();
  }, []);
  const { bounds, layer, facts, span } = clip;
  const { canvas } = facts;
  const { a, b, c, d, e, f } = layer.matrix;
  const font =
    readPixels(readAt(clip.clip, ['asset', 'font', 'size']), canvas) ?? USUAL_LETTERS * canvas.height;
  const size = font * Number(clip.clip['scale'] ?? 1);
  const sideOf = (side: 'width' | 'height'): number =>
    Math.min(MOST[side] * canvas[side], Math.max(LEAST[side] * canvas[side], bounds[side] + ROOM * size));
  const [width, height] = [sideOf('width'), sideOf('height')];
  const words = findClip(draft.value, span)?.asset?.['text'];
  const end = (): void => {
    if (writtenKey.peek() === clip.key) writtenKey.value = undefined;
  };
  return (
    <foreignObject
      x={bounds.x + (bounds.width - width) / 2}
      y={bounds.y + (bounds.height - height) / 2}
      width={width}
      height={height}
      transform={`matrix(${a} ${b} ${c} ${d} ${e} ${f})`}
      onPointerDown={(event) => event.stopPropagation()}
      onDblClick={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
    >
      <textarea
        ref={field}
        class="words-in-place"
        aria-label={`Words of ${clip.name}`}
        dir="auto"
        style={{ fontSize: `${size}px` }}
        value={typeof words === 'string' ? words : ''}
        onInput={({ currentTarget: { value } }) =>
          apply([{ path: [...pathOf(span), 'asset', 'text'], value }], `words ${visit.current}`)
        }
        onBlur={end}
        onKeyDown={(event) => {
          const isDone =
            event.key === 'Escape' || (event.key === 'Enter' && (event.ctrlKey || event.metaKey));
          if (!isDone) return;
          event.stopPropagation();
          end();
          document.querySelector<SVGElement>(`[data-clip="${clip.key}"]`)?.focus();
        }}
      />
    </foreignObject>
  );
}
