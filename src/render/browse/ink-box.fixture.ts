/** Returns the bounding box of all ink, and the colour in its centre. */
export function inkBoxOf({ data, width, height }: { data: Buffer; width: number; height: number }) {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3] === 0) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), y];
    }
  }
  const middle = (((top + bottom) >> 1) * width + ((left + right) >> 1)) * 4;
  return { left, top, right, bottom, colour: [...data.subarray(middle, middle + 4)] };
}
