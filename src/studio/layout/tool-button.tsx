import type { JSX } from 'preact';
import { Icon, type IconName } from './icon.tsx';

/** The properties of a button with an icon. */
interface ToolButtonProps {
  readonly icon: IconName;
  /** The accessible name. The tip shows it, too. */
  readonly name: string;
  /** The key that does the same, as the tip shows it. */
  readonly keys?: string;
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
  readonly run: () => void;
}

/** A button with an icon, and its name and its key as a tip. */
export function ToolButton({ icon, name, keys, isPressed, isDisabled, run }: ToolButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class="button icon plain tool"
      aria-label={name}
      aria-pressed={isPressed}
      data-tip={keys === undefined ? name : `${name} (${keys})`}
      disabled={isDisabled}
      onClick={run}
    >
      <Icon name={icon} />
    </button>
  );
}
