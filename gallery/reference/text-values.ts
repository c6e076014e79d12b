/** Values that texts are shown with. */
export const COLORS = ['#ffffff', '#ffd166', '#ff6b6b'];
export const OPACITIES = [0.25, 0.6, 1];
export const FAMILIES = ['Montserrat', 'Permanent Marker', 'Arapey'];
export const WEIGHTS = [300, 500, 800];

export const FONT = { family: 'Montserrat', size: 60, weight: 700, color: '#ffffff' };

/** Returns the stops of a gradient, at equal distances. */
export function stops(colors: readonly string[]): object[] {
  return colors.map((color, index) => ({ offset: index / (colors.length - 1), color }));
}
