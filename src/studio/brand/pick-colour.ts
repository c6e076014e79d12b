import { toEdit } from '../document/edit-text.ts';
import { momentAt } from '../document/preview/shown-moment.ts';
import { frameRate, playhead } from '../edit/edit-state.ts';
import { previewDraft } from '../edit/preview-draft.ts';
import { describeError } from '../shell/describe-error.ts';
import { notify } from '../shell/notice.tsx';
import { session } from '../shell/session.ts';
import { shownOutput } from '../variants/shown-output.ts';

/** The eyedropper of the browser, which not every browser has. */
type EyeDropperClass = new () => {
  open: (options: { signal: AbortSignal }) => Promise<{ readonly sRGBHex: string }>;
};

let picking: AbortController | undefined;

/**
 * Lets a person pick a colour: with the eyedropper of the browser, or else by a click on the picture of the edit.
 *
 * @returns the colour as `#rrggbb`. Undefined if none was picked.
 */
export async function pickColour(): Promise<string | undefined> {
  picking?.abort();
  const own = (picking = new AbortController());
  const { EyeDropper } = globalThis as { readonly EyeDropper?: EyeDropperClass };
  if (!EyeDropper) return await pickFromPicture(own);
  try {
    return (await new EyeDropper().open({ signal: own.signal })).sRGBHex;
  } catch {
    // It was left with Escape.
    return undefined;
  }
}

/** Waits for a click on the picture, and reads the colour there. Escape and a click elsewhere end it. */
function pickFromPicture(own: AbortController): Promise<string | undefined> {
  const { signal } = own;
  const frame = loadFrame(signal);
  // The click says it, if there is one.
  frame.catch(() => undefined);
  notify('Click a colour in the picture. Escape ends it.');
  document.documentElement.classList.add('picking-colour');
  return new Promise((resolve) => {
    const finish = (colour: string | undefined): void => {
      document.documentElement.classList.remove('picking-colour');
      resolve(colour);
      own.abort();
    };
    signal.addEventListener('abort', () => finish(undefined));
    const options = { capture: true, signal };
    addEventListener(
      'pointerdown',
      (event) => {
        event.preventDefault();
        event.stopPropagation();
        const element = document
          .elementsFromPoint(event.clientX, event.clientY)
          .find((each) => each instanceof HTMLImageElement || each.matches('.picture canvas'));
        const image = element instanceof HTMLImageElement ? Promise.resolve(element) : frame;
        const at = { clientX: event.clientX, clientY: event.clientY };
        image.then(
          (read) => finish(element && read && readPixel(read, element, at)),
          (error: unknown) => {
            if (!signal.aborted) notify(describeError(error));
            finish(undefined);
          },
        );
      },
      options,
    );
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        finish(undefined);
      },
      options,
    );
  });
}

/** Loads the frame of the engine at the playhead. A page cannot read what its graphics card has drawn. */
async function loadFrame(signal: AbortSignal): Promise<ImageBitmap | undefined> {
  const at = momentAt(playhead.peek(), frameRate.peek());
  const options = { output: shownOutput.peek(), signal };
  const bytes = await session.peek()?.client.frame(toEdit(previewDraft.peek()), at, options);
  return bytes && (await createImageBitmap(new Blob([bytes as BlobPart], { type: 'image/png' })));
}

/** Returns the colour of an image under the pointer. Undefined beside the image. @param element shows the image. */
function readPixel(
  image: HTMLImageElement | ImageBitmap,
  element: Element,
  { clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>,
): string | undefined {
  const { width, height } =
    image instanceof HTMLImageElement ? { width: image.naturalWidth, height: image.naturalHeight } : image;
  const box = element.getBoundingClientRect();
  // The whole image is shown within its box.
  const scale = Math.min(box.width / width, box.height / height);
  const x = (clientX - box.x - (box.width - width * scale) / 2) / scale;
  const y = (clientY - box.y - (box.height - height * scale) / 2) / scale;
  if (x < 0 || y < 0 || x >= width || y >= height) return undefined;
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return undefined;
  context.drawImage(image, Math.floor(x), Math.floor(y), 1, 1, 0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
