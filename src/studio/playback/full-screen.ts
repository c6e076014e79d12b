import { notify } from '../shell/notice.tsx';

/** Shows the picture and the player on the whole screen, or leaves it. */
export function toggleFullScreen(): void {
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : document.querySelector('.preview')?.requestFullscreen();
  done?.catch(() => notify('This browser does not allow full screen here.'));
}
