import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { OpenFileDialog } from '../files/open-file-dialog.tsx';
import { Icon } from '../layout/icon.tsx';
import { Tip } from '../layout/tip.tsx';
import { rejectStrayFiles } from '../tray/file-drag.ts';
import { describeError } from './describe-error.ts';
import icon from '../style/icon.svg?url';
import { KeyDialog } from './key-dialog.tsx';
import { LaterView } from './later-view.tsx';
import { Notice, notify } from './notice.tsx';
import { addressOf, route, type View, VIEWS } from './route.ts';
import { refreshAccount, session } from './session.ts';
import { SignIn } from './sign-in.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { theme, toggleTheme } from './theme.ts';

const loadStart = async () => (await import('../start/start-view.tsx')).StartView;
const loadEdit = async () => (await import('../edit/edit-view.tsx')).EditView;
const loadRenders = async () => (await import('../renders/renders-view.tsx')).RendersView;
const loadAssets = async () => (await import('../assets/assets-view.tsx')).AssetsView;
const loadSettings = async () => (await import('../settings/settings-view.tsx')).SettingsView;

const PAGES: Readonly<Record<View, () => JSX.Element>> = {
  start: () => <LaterView load={loadStart} />,
  edit: () => <LaterView load={loadEdit} />,
  renders: () => <LaterView load={loadRenders} />,
  assets: () => <LaterView load={loadAssets} />,
  settings: () => <LaterView load={loadSettings} />,
};

/** The whole page: the sign-in, or the navigation with one view. */
export function App(): JSX.Element {
  useEffect(() => {
    refreshAccount().catch((error: unknown) => notify(describeError(error)));
    // After the listeners of the views, which take some files.
    addEventListener('dragover', rejectStrayFiles);
    addEventListener('drop', rejectStrayFiles);
  }, []);
  if (!session.value) return <SignIn />;
  const { stage } = session.value;
  const { view } = route.value;
  const Page = PAGES[view];
  return (
    <div class="shell">
      <header class="top">
        <a class="name" href={addressOf('edit')}>
          <img src={icon} alt="" width="24" height="24" />
          Kinora
        </a>
        <nav aria-label="Views">
          {Object.entries(VIEWS).map(([name, title]) => (
            <a key={name} href={addressOf(name as View)} aria-current={name === view ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <a class="button plain" href="./docs/start" target="_blank" rel="noopener">
          <Icon name="documents" />
          <span class="words">Documents</span>
        </a>
        {stage === 'stage' && <span class="stage">stage: with a watermark</span>}
        <button type="button" class="button plain" onClick={toggleTheme}>
          <Icon name={theme.value === 'dark' ? 'light' : 'dark'} />
          <span class="words">{theme.value === 'dark' ? 'Light' : 'Dark'}</span>
        </button>
        <SignOutButton isPlain />
      </header>
      <Page />
      <OpenFileDialog />
      <Notice />
      <Tip />
      <KeyDialog />
    </div>
  );
}
