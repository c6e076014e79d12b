import '../style/transport.css';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { secondsOfFrames } from '../document/frame-grid.ts';
import { readTimecode, writeTimecode } from '../document/timecode.ts';
import { frameRate, playhead, seek, timelineEnd } from '../edit/edit-state.ts';
import { ToolButton } from '../layout/tool-button.tsx';
import { PlayButton } from './play-button.tsx';
import { changePlayer, playerSettings } from './player-settings.ts';
import { toggleFullScreen } from './full-screen.ts';
import { step, stopAll } from './shuttle.ts';

/** The buttons for playing, below the picture. */
export function Transport(): JSX.Element {
  const { isLooping } = playerSettings.value;
  return (
    <div class="transport" role="group" aria-label="Player">
      <Scrubber />
      <div class="clock">
        <TimeField />
        <span class="soft">/ {writeTimecode(timelineEnd.value, frameRate.value)}</span>
      </div>
      <div class="transport-keys">
        <ToolButton icon="toStart" name="To the beginning" keys="Home" run={() => goTo(0)} />
        <ToolButton icon="previous" name="One frame back" keys="←" run={() => step(-1)} />
        <PlayButton />
        <ToolButton icon="next" name="One frame forward" keys="→" run={() => step(1)} />
        <ToolButton icon="toEnd" name="To the end" keys="End" run={() => goTo(timelineEnd.value)} />
      </div>
      <div class="transport-choices">
        <ToolButton
          icon="loop"
          name="Loop"
          isPressed={isLooping}
          run={() => changePlayer({ isLooping: !isLooping })}
        />
        <Volume />
        <FullScreenButton />
      </div>
    </div>
  );
}

/** The playhead as a slider. It is drawn again with each frame that plays, and the buttons are not. */
function Scrubber(): JSX.Element {
  return (
    <input
      type="range"
      class="scrubber"
      aria-label="Playhead"
      aria-valuetext={writeTimecode(playhead.value, frameRate.value)}
      min={0}
      max={timelineEnd.value}
      step={secondsOfFrames(1, frameRate.value)}
      value={playhead.value}
      onInput={(event) => goTo(event.currentTarget.valueAsNumber)}
    />
  );
}

function goTo(second: number): void {
  stopAll();
  seek(second);
}

/** The time of the playhead. A typed time moves it there. */
function TimeField(): JSX.Element {
  const typed = useSignal<string | undefined>(undefined);
  const rate = frameRate.value;
  const read = typed.value === undefined ? 0 : readTimecode(typed.value, rate);
  const go = (): void => {
    if (typed.value !== undefined && read !== undefined) goTo(read);
    typed.value = undefined;
  };
  return (
    <input
      class="time-field"
      aria-label="Timecode"
      title="Type a time and press Enter: hours:minutes:seconds:frames, or seconds such as 12.5"
      value={typed.value ?? writeTimecode(playhead.value, rate)}
      aria-invalid={read === undefined}
      size={11}
      autocomplete="off"
      spellcheck={false}
      onFocus={(event) => event.currentTarget.select()}
      onInput={(event) => (typed.value = event.currentTarget.value)}
      onBlur={go}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.stopPropagation();
        if (event.key === 'Escape') typed.value = undefined;
        event.currentTarget.blur();
      }}
    />
  );
}

function Volume(): JSX.Element {
  const { volume, isMuted } = playerSettings.value;
  return (
    <div class="volume">
      <ToolButton
        icon={isMuted ? 'muted' : 'volume'}
        name="Mute"
        isPressed={isMuted}
        run={() => changePlayer({ isMuted: !isMuted })}
      />
      <input
        type="range"
        aria-label="Volume of the player"
        aria-valuetext={`${Math.round(volume * 100)} %`}
        min={0}
        max={1}
        step={0.05}
        value={isMuted ? 0 : volume}
        onInput={({ currentTarget: { valueAsNumber } }) =>
          changePlayer({ volume: valueAsNumber, isMuted: valueAsNumber === 0 })
        }
      />
    </div>
  );
}

function FullScreenButton(): JSX.Element {
  const isFull = useSignal(false);
  useEffect(() => {
    const look = (): void => void (isFull.value = document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, []);
  return (
    <ToolButton
      icon={isFull.value ? 'leaveFullScreen' : 'fullScreen'}
      name={isFull.value ? 'Leave full screen' : 'Full screen'}
      keys="F"
      run={toggleFullScreen}
    />
  );
}
