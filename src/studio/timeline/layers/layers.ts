// All that the timeline loads after its clips: see load-layers.ts.
export { openClipMenu, openPlaceMenu } from './clip-menu.ts';
export { CutLayer, TransitionMenu } from './cut-layer.tsx';
export { addKeyframes, KeyframeLayer } from './keyframe-layer.tsx';
export { TimelineMenu } from './timeline-menu.tsx';
export { TrackList } from './track-list.tsx';
export { TransitionShelf } from './transition-shelf.tsx';
