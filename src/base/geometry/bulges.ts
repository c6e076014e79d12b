/** True if the outline through some points always turns to the same side, so that no edge crosses another. */
export function bulges(points: readonly { readonly x: number; readonly y: number }[]): boolean {
  const areas = points.map((point, index) => {
    const next = points[(index + 1) % points.length] ?? point;
    const last = points[(index + 2) % points.length] ?? point;
    return (next.x - point.x) * (last.y - next.y) - (next.y - point.y) * (last.x - next.x);
  });
  return areas.every((area) => area > 0) || areas.every((area) => area < 0);
}
