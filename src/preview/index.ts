export { PreviewPlayer, type PreviewEvents } from './preview-player.ts';
export { type FaultReason, PreviewFault, type PreviewSource } from './preview-source.ts';
export type { PreviewPhase, PreviewProblem, PreviewState } from './preview-state.ts';
export { openServerSource, type PreviewOrder, type PreviewServer } from './server-source.ts';
