import '../style/files.css';
import type { ComponentChildren, JSX } from 'preact';
import { Thumbnail } from '../media/thumbnail.tsx';
import { useKnownFile } from './known-files.ts';
import type { FileEntry } from './use-file-entry.ts';
import { nameKinds, type WantedKinds } from './wanted-kinds.ts';

/** The file that counts if none is chosen. */
export interface StandardFile {
  readonly name: string;
  /** Its own address. Undefined if it is not on the web. */
  readonly address?: string | undefined;
  /** The address of a picture of it. */
  readonly picture?: string | undefined;
}

/** A place into which a file can be dropped, with the reason why one cannot be used. */
export function FilePlace(props: {
  readonly entry: FileEntry<HTMLDivElement>;
  readonly problem: string | undefined;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { entry, problem, children } = props;
  return (
    <div ref={entry.ref} class={`file-field${entry.isOver.value ? ' over' : ''}`} {...entry.events}>
      {children}
      {problem !== undefined && (
        <p class="file-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The file that counts as long as none is chosen. */
export function ShownStandard(props: {
  readonly standard: StandardFile;
  readonly kinds: WantedKinds;
}): JSX.Element {
  const { standard, kinds } = props;
  const { name, address, picture } = standard;
  return (
    <div class="file-shown">
      <FileThumbnail key={picture ?? address} address={address} picture={picture} />
      <span class="file-text">
        <strong translate={false}>{name}</strong>
        <span class="soft">Drop or paste {nameKinds(kinds)} here to replace it.</span>
      </span>
    </div>
  );
}

/** A small picture of the file at an address. The page shows files of this server alone. */
export function FileThumbnail(props: {
  readonly address: string | undefined;
  readonly picture?: string | undefined;
}): JSX.Element {
  const { address, picture } = props;
  const { isOwn } = useKnownFile(address ?? '');
  return <Thumbnail url={address} isOwn={isOwn} picture={picture} placeholder="♪" />;
}
