import { notify } from '../shell/notice.tsx';

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
        const image = document
          .elementsFromPoint(event.clientX, event.clientY)
          .find((element) => element instanceof HTMLImageElement);
        finish(image && readPixel(image, event));
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

/** Returns the colour of an image under the pointer. Undefined beside the image. */
function readPixel(
  image: HTMLImageElement,
  { clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>,
): string | undefined {
  const { naturalWidth, naturalHeight } = image;
  const box = image.getBoundingClientRect();
  // The whole image is shown within its box.
  const scale = Math.min(box.width / naturalWidth, box.height / naturalHeight);
  const x = (clientX - box.x - (box.width - naturalWidth * scale) / 2) / scale;
  const y = (clientY - box.y - (box.height - naturalHeight * scale) / 2) / scale;
  if (x < 0 || y < 0 || x >= naturalWidth || y >= naturalHeight) return undefined;
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) return undefined;
  context.drawImage(image, Math.floor(x), Math.floor(y), 1, 1, 0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
