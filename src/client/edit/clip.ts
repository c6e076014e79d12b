// Made by `npm run client` from src/edit/schema. Do not edit.
import type { Asset, Offset, Tween } from './assets.ts';
import type { Placeholder } from './placeholder.ts';

/** Asset on a track, with its times, placement and motion. */
export interface Clip {
  /** The client's own label. It has no effect. */
  readonly id?: string | undefined;
  /** Asset that the clip shows or plays. */
  readonly asset: Asset;
  /**
   * When the clip starts: a number of seconds from the start of the timeline (0 or more), "auto" (when the
   * previous clip on the track ends), or "alias://NAME" (when the clip with that alias starts).
   */
  readonly start: number | 'auto' | `alias://${string}` | Placeholder;
  /**
   * Seconds by which the clip starts before the previous clip on the track ends, 0 or more. Only with the
   * start "auto". If the previous clip fades out and this one fades in, the two dissolve for that long.
   * Default 0.
   */
  readonly overlap?: number | Placeholder | undefined;
  /**
   * How long the clip lasts: a number of seconds (0 or more), "auto" (as long as its asset; 3 seconds for an
   * asset without a duration, such as an image), "end" (to the end of the timeline), or "alias://NAME" (as
   * long as the clip with that alias).
   */
  readonly length: number | 'auto' | 'end' | `alias://${string}` | Placeholder;
  /**
   * How the asset fits its box. "crop" fills the box and cuts off the overflow, "contain" shows the whole
   * asset, "cover" stretches it, "none" keeps its size. Default crop.
   */
  readonly fit?: 'cover' | 'contain' | 'crop' | 'none' | Placeholder | undefined;
  /** Factor that multiplies the fitted size, 0 or more, or a list of tweens. Default 1. */
  readonly scale?: number | readonly Tween[] | Placeholder | undefined;
  /** Width of the box of the clip in pixels, 1 to 3840. Default: the viewport. */
  readonly width?: number | Placeholder | undefined;
  /** Height of the box of the clip in pixels, 1 to 2160. Default: the viewport. */
  readonly height?: number | Placeholder | undefined;
  /** Edge, corner or centre of the viewport that the clip is anchored to. Default center. */
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
  /** Moves the clip away from its position. */
  readonly offset?: Offset | undefined;
  /** Transitions with which the clip appears and disappears. */
  readonly transition?: Transition | undefined;
  /**
   * Movement that lasts as long as the clip. Names that end in "Slow" or "Fast" move less or more. Default:
   * no movement.
   */
  readonly effect?:
    | 'zoomIn'
    | 'zoomInSlow'
    | 'zoomInFast'
    | 'zoomOut'
    | 'zoomOutSlow'
    | 'zoomOutFast'
    | 'slideLeft'
    | 'slideLeftSlow'
    | 'slideLeftFast'
    | 'slideRight'
    | 'slideRightSlow'
    | 'slideRightFast'
    | 'slideUp'
    | 'slideUpSlow'
    | 'slideUpFast'
    | 'slideDown'
    | 'slideDownSlow'
    | 'slideDownFast'
    | Placeholder
    | undefined;
  /** Filter that changes the colours or blurs the picture. Default none. */
  readonly filter?:
    | 'none'
    | 'blur'
    | 'boost'
    | 'contrast'
    | 'darken'
    | 'greyscale'
    | 'lighten'
    | 'muted'
    | 'negative'
    | Placeholder
    | undefined;
  /**
   * Opacity from 0 (transparent) to 1 (opaque), or a list of tweens. Numbers outside this range are clamped,
   * with a warning. Default 1.
   */
  readonly opacity?: number | readonly Tween[] | Placeholder | undefined;
  /** Rotates, shears or mirrors the clip. */
  readonly transform?: Transformation | undefined;
  /**
   * Name that other clips use to refer to this one. Letters, digits, "_" and "-". Must be unique in the edit.
   */
  readonly alias?: string | undefined;
}

/** Mirroring. */
export interface FlipTransformation {
  /** If true, swaps left and right. Default false. */
  readonly horizontal?: boolean | Placeholder | undefined;
  /** If true, swaps top and bottom. Default false. */
  readonly vertical?: boolean | Placeholder | undefined;
}

/** Rotation about the centre. */
export interface RotateTransformation {
  /** Angle in degrees clockwise, -360 to 360, or a list of tweens. Default 0. */
  readonly angle?: number | readonly Tween[] | Placeholder | undefined;
}

/** Shear about the centre. */
export interface SkewTransformation {
  /** Horizontal shear factor, -100 to 100, or a list of tweens. Positive leans to the right. Default 0. */
  readonly x?: number | readonly Tween[] | Placeholder | undefined;
  /** Vertical shear factor, -100 to 100, or a list of tweens. Positive moves the right edge up. Default 0. */
  readonly y?: number | readonly Tween[] | Placeholder | undefined;
}

/** Rotation, shear and mirroring of a clip. */
export interface Transformation {
  /** Rotates the clip about its centre. */
  readonly rotate?: RotateTransformation | undefined;
  /** Shears the clip about its centre. */
  readonly skew?: SkewTransformation | undefined;
  /** Mirrors the clip. */
  readonly flip?: FlipTransformation | undefined;
}

/** Transitions at the start and the end of a clip. */
export interface Transition {
  /** Transition with which the clip appears: a name, or an object. Default none. */
  readonly in?:
    | 'none'
    | 'zoom'
    | 'fade'
    | 'fadeSlow'
    | 'fadeFast'
    | 'reveal'
    | 'revealSlow'
    | 'revealFast'
    | 'wipeLeft'
    | 'wipeLeftSlow'
    | 'wipeLeftFast'
    | 'wipeRight'
    | 'wipeRightSlow'
    | 'wipeRightFast'
    | 'slideLeft'
    | 'slideLeftSlow'
    | 'slideLeftFast'
    | 'slideRight'
    | 'slideRightSlow'
    | 'slideRightFast'
    | 'slideUp'
    | 'slideUpSlow'
    | 'slideUpFast'
    | 'slideDown'
    | 'slideDownSlow'
    | 'slideDownFast'
    | 'carouselLeft'
    | 'carouselLeftSlow'
    | 'carouselLeftFast'
    | 'carouselRight'
    | 'carouselRightSlow'
    | 'carouselRightFast'
    | 'carouselUp'
    | 'carouselUpSlow'
    | 'carouselUpFast'
    | 'carouselDown'
    | 'carouselDownSlow'
    | 'carouselDownFast'
    | 'shuffleTopRight'
    | 'shuffleTopRightSlow'
    | 'shuffleTopRightFast'
    | 'shuffleRightTop'
    | 'shuffleRightTopSlow'
    | 'shuffleRightTopFast'
    | 'shuffleRightBottom'
    | 'shuffleRightBottomSlow'
    | 'shuffleRightBottomFast'
    | 'shuffleBottomRight'
    | 'shuffleBottomRightSlow'
    | 'shuffleBottomRightFast'
    | 'shuffleBottomLeft'
    | 'shuffleBottomLeftSlow'
    | 'shuffleBottomLeftFast'
    | 'shuffleLeftBottom'
    | 'shuffleLeftBottomSlow'
    | 'shuffleLeftBottomFast'
    | 'shuffleLeftTop'
    | 'shuffleLeftTopSlow'
    | 'shuffleLeftTopFast'
    | 'shuffleTopLeft'
    | 'shuffleTopLeftSlow'
    | 'shuffleTopLeftFast'
    | 'pushLeft'
    | 'pushLeftSlow'
    | 'pushLeftFast'
    | 'pushRight'
    | 'pushRightSlow'
    | 'pushRightFast'
    | 'pushUp'
    | 'pushUpSlow'
    | 'pushUpFast'
    | 'pushDown'
    | 'pushDownSlow'
    | 'pushDownFast'
    | TransitionStep
    | Placeholder
    | undefined;
  /** Transition with which the clip disappears: a name, or an object. Default none. */
  readonly out?:
    | 'none'
    | 'zoom'
    | 'fade'
    | 'fadeSlow'
    | 'fadeFast'
    | 'reveal'
    | 'revealSlow'
    | 'revealFast'
    | 'wipeLeft'
    | 'wipeLeftSlow'
    | 'wipeLeftFast'
    | 'wipeRight'
    | 'wipeRightSlow'
    | 'wipeRightFast'
    | 'slideLeft'
    | 'slideLeftSlow'
    | 'slideLeftFast'
    | 'slideRight'
    | 'slideRightSlow'
    | 'slideRightFast'
    | 'slideUp'
    | 'slideUpSlow'
    | 'slideUpFast'
    | 'slideDown'
    | 'slideDownSlow'
    | 'slideDownFast'
    | 'carouselLeft'
    | 'carouselLeftSlow'
    | 'carouselLeftFast'
    | 'carouselRight'
    | 'carouselRightSlow'
    | 'carouselRightFast'
    | 'carouselUp'
    | 'carouselUpSlow'
    | 'carouselUpFast'
    | 'carouselDown'
    | 'carouselDownSlow'
    | 'carouselDownFast'
    | 'shuffleTopRight'
    | 'shuffleTopRightSlow'
    | 'shuffleTopRightFast'
    | 'shuffleRightTop'
    | 'shuffleRightTopSlow'
    | 'shuffleRightTopFast'
    | 'shuffleRightBottom'
    | 'shuffleRightBottomSlow'
    | 'shuffleRightBottomFast'
    | 'shuffleBottomRight'
    | 'shuffleBottomRightSlow'
    | 'shuffleBottomRightFast'
    | 'shuffleBottomLeft'
    | 'shuffleBottomLeftSlow'
    | 'shuffleBottomLeftFast'
    | 'shuffleLeftBottom'
    | 'shuffleLeftBottomSlow'
    | 'shuffleLeftBottomFast'
    | 'shuffleLeftTop'
    | 'shuffleLeftTopSlow'
    | 'shuffleLeftTopFast'
    | 'shuffleTopLeft'
    | 'shuffleTopLeftSlow'
    | 'shuffleTopLeftFast'
    | 'pushLeft'
    | 'pushLeftSlow'
    | 'pushLeftFast'
    | 'pushRight'
    | 'pushRightSlow'
    | 'pushRightFast'
    | 'pushUp'
    | 'pushUpSlow'
    | 'pushUpFast'
    | 'pushDown'
    | 'pushDownSlow'
    | 'pushDownFast'
    | TransitionStep
    | Placeholder
    | undefined;
}

/** Transition with a duration and a curve of its own. */
export interface TransitionStep {
  /** Name of the transition. */
  readonly name:
    | 'none'
    | 'zoom'
    | 'fade'
    | 'fadeSlow'
    | 'fadeFast'
    | 'reveal'
    | 'revealSlow'
    | 'revealFast'
    | 'wipeLeft'
    | 'wipeLeftSlow'
    | 'wipeLeftFast'
    | 'wipeRight'
    | 'wipeRightSlow'
    | 'wipeRightFast'
    | 'slideLeft'
    | 'slideLeftSlow'
    | 'slideLeftFast'
    | 'slideRight'
    | 'slideRightSlow'
    | 'slideRightFast'
    | 'slideUp'
    | 'slideUpSlow'
    | 'slideUpFast'
    | 'slideDown'
    | 'slideDownSlow'
    | 'slideDownFast'
    | 'carouselLeft'
    | 'carouselLeftSlow'
    | 'carouselLeftFast'
    | 'carouselRight'
    | 'carouselRightSlow'
    | 'carouselRightFast'
    | 'carouselUp'
    | 'carouselUpSlow'
    | 'carouselUpFast'
    | 'carouselDown'
    | 'carouselDownSlow'
    | 'carouselDownFast'
    | 'shuffleTopRight'
    | 'shuffleTopRightSlow'
    | 'shuffleTopRightFast'
    | 'shuffleRightTop'
    | 'shuffleRightTopSlow'
    | 'shuffleRightTopFast'
    | 'shuffleRightBottom'
    | 'shuffleRightBottomSlow'
    | 'shuffleRightBottomFast'
    | 'shuffleBottomRight'
    | 'shuffleBottomRightSlow'
    | 'shuffleBottomRightFast'
    | 'shuffleBottomLeft'
    | 'shuffleBottomLeftSlow'
    | 'shuffleBottomLeftFast'
    | 'shuffleLeftBottom'
    | 'shuffleLeftBottomSlow'
    | 'shuffleLeftBottomFast'
    | 'shuffleLeftTop'
    | 'shuffleLeftTopSlow'
    | 'shuffleLeftTopFast'
    | 'shuffleTopLeft'
    | 'shuffleTopLeftSlow'
    | 'shuffleTopLeftFast'
    | 'pushLeft'
    | 'pushLeftSlow'
    | 'pushLeftFast'
    | 'pushRight'
    | 'pushRightSlow'
    | 'pushRightFast'
    | 'pushUp'
    | 'pushUpSlow'
    | 'pushUpFast'
    | 'pushDown'
    | 'pushDownSlow'
    | 'pushDownFast'
    | Placeholder;
  /** Seconds that the transition lasts, 0 or more, at most as long as the clip. Default: that of the name. */
  readonly duration?: number | Placeholder | undefined;
  /** Curve of all movements and fades of the transition. Default: those of the name. */
  readonly easing?:
    | 'linear'
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
