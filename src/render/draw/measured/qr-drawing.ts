import type { SKRSContext2D } from '@napi-rs/canvas';
import encodeQR from 'qr';
import { DEFAULT_CORRECTION, type QrAsset } from '../../../edit/model.ts';
import { drawnBoxOf, type PixelSize } from '../../scene/placement.ts';
import { toCanvasColour } from '../colour.ts';
import type { Drawing } from '../drawing.ts';

/** The defaults of the schema. */
const COLOUR = '#000000';
const BACKGROUND = '#ffffff';
const MARGIN = 4;
/** Diameter of a dot in modules. */
const DOT = 0.9;
/** Modules of a side of the squares in three corners, by which readers find a code. They are never dots. */
const FINDER = 7;

/**
 * Creates the drawing of a QR code, as large as fits its box and centred in it. Its modules are whole pixels if the box has
 * a pixel for each.
 */
export function createQrDrawing(asset: QrAsset, frame: PixelSize): Drawing {
  const box = drawnBoxOf(asset, frame);
  const { text, errorCorrection: ecc = DEFAULT_CORRECTION, margin = MARGIN } = asset;
  // The library leaves at least one empty module on each side.
  const modules = encodeQR(text, 'raw', { ecc, border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1));
  const count = modules.length + 2 * margin;
  const exact = Math.min(box.width, box.height) / count;
  const module = exact >= 1 ? Math.floor(exact) : exact;
  const side = count * module;
  const [x, y] = [Math.round((box.width - side) / 2), Math.round((box.height - side) / 2)];
  return {
    ...box,
    bleed: 0,
    draw(context) {
      context.save();
      context.translate(x, y);
      context.fillStyle = toCanvasColour(asset.background ?? BACKGROUND);
      context.fillRect(0, 0, side, side);
      context.translate(margin * module, margin * module);
      context.fillStyle = toCanvasColour(asset.color ?? COLOUR);
      context.beginPath();
      traceModules(context, modules, module, asset.modules === 'dot');
      context.fill();
      context.restore();
    },
  };
}

/** Traces all modules in one path, so that no seam shows between them where the picture is enlarged. */
function traceModules(
  context: SKRSContext2D,
  modules: readonly (readonly boolean[])[],
  size: number,
  areDots: boolean,
): void {
  const last = modules.length - FINDER;
  for (const [row, cells] of modules.entries())
    for (const [column, isDark] of cells.entries()) {
      if (!isDark) continue;
      const inFinder =
        (row < FINDER && (column < FINDER || column >= last)) || (row >= last && column < FINDER);
      if (areDots && !inFinder) {
        const [x, y] = [(column + 0.5) * size, (row + 0.5) * size];
        context.moveTo(x + (DOT * size) / 2, y);
        context.arc(x, y, (DOT * size) / 2, 0, 2 * Math.PI);
      } else context.rect(column * size, row * size, size, size);
    }
}
