import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { isDrawing } from '../playback/bring-picture.ts';
import { EditPicture } from '../playback/edit-picture.tsx';
import { PictureProblem } from '../playback/play-button.tsx';
import { playback } from '../playback/playback.ts';
import { Transport } from '../playback/transport.tsx';
import { attemptAloud } from '../shell/notice.tsx';
import { SideBySide } from '../variants/variant-pictures.tsx';
import { WaitMessage } from './wait-message.tsx';

type PictureLayer = typeof import('../picture/picture-layer.ts');

/** The picture at the playhead, with the player below it. */
export function Preview(): JSX.Element {
  const over = usePictureLayer();
  return (
    <section class="preview" aria-label="Preview">
      <SideBySide>
        <div class="picture" aria-busy={isDrawing.value || playback.value === 'waiting'}>
          <EditPicture />
          {over && playback.value !== 'playing' && <over.PictureStage />}
          <div class="picture-notes">
            <PictureProblem />
            <WaitMessage />
          </div>
        </div>
      </SideBySide>
      {over && <over.PictureTools />}
      <Transport />
    </section>
  );
}

/** Loads what lies over the picture, after the picture. */
function usePictureLayer(): PictureLayer | undefined {
  const layer = useSignal<PictureLayer | undefined>(undefined);
  useEffect(() => {
    void attemptAloud(async () => {
      layer.value = await import('../picture/picture-layer.ts');
    });
  }, []);
  return layer.value;
}
