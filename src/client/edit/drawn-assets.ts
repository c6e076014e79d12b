// Made by `npm run client` from src/edit/schema. Do not edit.
import type { RelativeLength } from './text-assets.ts';
import type { Placeholder } from './placeholder.ts';

/** Dimensions of a circle. */
export interface Circle {
  /** Radius of the circle in whole pixels, 1 or more. */
  readonly radius: number | RelativeLength | Placeholder;
}

/** Circle. */
export interface CircleShape {
  /** Rectangle, circle or line. */
  readonly type: 'shape';
  /** Width of the box in whole pixels, 1 or more. Default: the viewport. */
  readonly width?: number | RelativeLength | Placeholder | undefined;
  /** Height of the box in whole pixels, 1 or more. Default: the viewport. */
  readonly height?: number | RelativeLength | Placeholder | undefined;
  /** Fill of the shape. */
  readonly fill?: ShapeFill | undefined;
  /** Outline of the shape. */
  readonly stroke?: ShapeStroke | undefined;
  /** Dimensions of a rectangle. Required if "shape" is "rectangle". */
  readonly rectangle?: Rectangle | undefined;
  /** Dimensions of the circle. */
  readonly circle: Circle;
  /** Dimensions of a line. Required if "shape" is "line". */
  readonly line?: Line | undefined;
  /** Shape to draw. */
  readonly shape: 'circle';
}

/** HTML page. */
export interface HtmlAsset {
  /** HTML page. */
  readonly type: 'html';
  /** HTML markup of the page. */
  readonly html: string;
  /** CSS style sheet of the page. Default: none. */
  readonly css?: string | undefined;
  /** Width of the page in whole pixels, 1 or more. Default: the viewport. */
  readonly width?: number | RelativeLength | Placeholder | undefined;
  /** Height of the page in whole pixels, 1 or more. Default: the viewport. */
  readonly height?: number | RelativeLength | Placeholder | undefined;
  /** Background colour, in the form "#RRGGBB", "#RGB" or "#AARRGGBB" (alpha first). Default: transparent. */
  readonly background?: string | undefined;
  /** Position of the page in its box. Default center. */
  readonly position?:
    | 'top'
    | 'topRight'
    | 'right'
    | 'bottomRight'
    | 'bottom'
    | 'bottomLeft'
    | 'left'
    | 'topLeft'
    | 'center'
    | Placeholder
    | undefined;
}

/** Dimensions of a line. */
export interface Line {
  /** Length of the line in whole pixels, 1 or more. */
  readonly length: number | RelativeLength | Placeholder;
  /** Thickness of the line in whole pixels, 1 or more. */
  readonly thickness: number | RelativeLength | Placeholder;
}

/** Line. */
export interface LineShape {
  /** Rectangle, circle or line. */
  readonly type: 'shape';
  /** Width of the box in whole pixels, 1 or more. Default: the viewport. */
  readonly width?: number | RelativeLength | Placeholder | undefined;
  /** Height of the box in whole pixels, 1 or more. Default: the viewport. */
  readonly height?: number | RelativeLength | Placeholder | undefined;
  /** Fill of the shape. */
  readonly fill?: ShapeFill | undefined;
  /** Outline of the shape. */
  readonly stroke?: ShapeStroke | undefined;
  /** Dimensions of a rectangle. Required if "shape" is "rectangle". */
  readonly rectangle?: Rectangle | undefined;
  /** Dimensions of a circle. Required if "shape" is "circle". */
  readonly circle?: Circle | undefined;
  /** Dimensions of the line. */
  readonly line: Line;
  /** Shape to draw. */
  readonly shape: 'line';
}

/** Offset from a position. */
export interface Offset {
  /**
   * Horizontal offset as a fraction of the viewport width, -10 to 10, or a list of tweens. Positive moves
   * right. Default 0.
   */
  readonly x?: number | readonly Tween[] | Placeholder | undefined;
  /**
   * Vertical offset as a fraction of the viewport height, -10 to 10, or a list of tweens. Positive moves up.
   * Default 0.
   */
  readonly y?: number | readonly Tween[] | Placeholder | undefined;
}

/** Dimensions of a rectangle. */
export interface Rectangle {
  /** Width of the rectangle in whole pixels, 1 or more. */
  readonly width: number | RelativeLength | Placeholder;
  /** Height of the rectangle in whole pixels, 1 or more. */
  readonly height: number | RelativeLength | Placeholder;
  /** Radius of the corners in whole pixels, 0 or more. Default 0. */
  readonly cornerRadius?: number | RelativeLength | Placeholder | undefined;
}

/** Rectangle. */
export interface RectangleShape {
  /** Rectangle, circle or line. */
  readonly type: 'shape';
  /** Width of the box in whole pixels, 1 or more. Default: the viewport. */
  readonly width?: number | RelativeLength | Placeholder | undefined;
  /** Height of the box in whole pixels, 1 or more. Default: the viewport. */
  readonly height?: number | RelativeLength | Placeholder | undefined;
  /** Fill of the shape. */
  readonly fill?: ShapeFill | undefined;
  /** Outline of the shape. */
  readonly stroke?: ShapeStroke | undefined;
  /** Dimensions of the rectangle. */
  readonly rectangle: Rectangle;
  /** Dimensions of a circle. Required if "shape" is "circle". */
  readonly circle?: Circle | undefined;
  /** Dimensions of a line. Required if "shape" is "line". */
  readonly line?: Line | undefined;
  /** Shape to draw. */
  readonly shape: 'rectangle';
}

/** Rectangle, circle or line. */
export type ShapeAsset = RectangleShape | CircleShape | LineShape;

/** Fill of a shape. */
export interface ShapeFill {
  /** Fill colour, in the form "#RRGGBB" or "#RGB". Default #ffffff. */
  readonly color?: string | undefined;
  /**
   * Opacity from 0 (transparent) to 1 (opaque). Numbers outside this range are clamped, with a warning.
   * Default 1.
   */
  readonly opacity?: number | Placeholder | undefined;
}

/** Outline of a shape. */
export interface ShapeStroke {
  /** Stroke colour, in the form "#RRGGBB" or "#RGB". Default #000000. */
  readonly color?: string | undefined;
  /** Stroke width in pixels, 0 or more. Default 0. */
  readonly width?: number | RelativeLength | Placeholder | undefined;
}

/** SVG drawing. */
export interface SvgAsset {
  /** SVG drawing. */
  readonly type: 'svg';
  /** SVG markup of the drawing, 1 to 500,000 characters. */
  readonly src: string;
}

/** Title in a predefined style. */
export interface TitleAsset {
  /** Title in a predefined style. */
  readonly type: 'title';
  /** Text of the title. */
  readonly text: string;
  /** Predefined style, which sets the font, the letter case and the spacing. Default minimal. */
  readonly style?:
    | 'minimal'
    | 'blockbuster'
    | 'vogue'
    | 'sketchy'
    | 'skinny'
    | 'chunk'
    | 'chunkLight'
    | 'marker'
    | 'future'
    | 'subtitle'
    | Placeholder
    | undefined;
  /** Colour of the text, in the form "#RRGGBB", "#RGB" or "#AARRGGBB" (alpha first). Default #ffffff. */
  readonly color?: string | undefined;
  /** Size of the letters relative to the height of the viewport. Default medium. */
  readonly size?:
    | 'xx-small'
    | 'x-small'
    | 'small'
    | 'medium'
    | 'large'
    | 'x-large'
    | 'xx-large'
    | Placeholder
    | undefined;
  /**
   * Least font size in whole pixels, 1 to 500. A title that does not fit the viewport gets the largest size
   * from this one to the wanted one at which it fits. An addition of Kinora. Default: the title shrinks to
   * any size.
   */
  readonly minSize?: number | RelativeLength | Placeholder | undefined;
  /** Background colour, in the form "#RRGGBB", "#RGB" or "#AARRGGBB" (alpha first). Default: transparent. */
  readonly background?: string | undefined;
  /** Position of the title in the viewport. Default center. */
  readonly position?:
    | 'top'
    | 'topRight'
    | 'right'
    | 'bottomRight'
    | 'bottom'
    | 'bottomLeft'
    | 'left'
    | 'topLeft'
    | 'center'
    | Placeholder
    | undefined;
  /** Moves the title away from its position. */
  readonly offset?: Offset | undefined;
}

/** One step of an animated number. */
export interface Tween {
  /** Value at the start of the tween. Default 0. */
  readonly from?: number | Placeholder | undefined;
  /** Value at the end of the tween. Default 0. */
  readonly to?: number | Placeholder | undefined;
  /** Start of the tween in seconds from the start of the clip, 0 or more. Default 0. */
  readonly start?: number | Placeholder | undefined;
  /** Length of the tween in seconds, 0 or more. 0 makes a step. Default 0. */
  readonly length?: number | Placeholder | undefined;
  /**
   * How the value moves between "from" and "to". "linear" moves steadily, "bezier" follows the curve in
   * "easing", "constant" keeps "from" until the tween ends. Default linear.
   */
  readonly interpolation?: 'linear' | 'bezier' | 'constant' | Placeholder | undefined;
  /** Curve of a "bezier" interpolation. Other interpolations ignore it. Default ease. */
  readonly easing?:
    | 'ease'
    | 'easeIn'
    | 'easeOut'
    | 'easeInOut'
    | 'easeInQuad'
    | 'easeInCubic'
    | 'easeInQuart'
    | 'easeInQuint'
    | 'easeInSine'
    | 'easeInExpo'
    | 'easeInCirc'
    | 'easeInBack'
    | 'easeOutQuad'
    | 'easeOutCubic'
    | 'easeOutQuart'
    | 'easeOutQuint'
    | 'easeOutSine'
    | 'easeOutExpo'
    | 'easeOutCirc'
    | 'easeOutBack'
    | 'easeInOutQuad'
    | 'easeInOutCubic'
    | 'easeInOutQuart'
    | 'easeInOutQuint'
    | 'easeInOutSine'
    | 'easeInOutExpo'
    | 'easeInOutCirc'
    | 'easeInOutBack'
    | Placeholder
    | undefined;
}
