import {
  Component,
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from './notice.tsx';
import { isPageReplaced } from './page-build.ts';
import { PartCode } from './part-code.ts';

/** Whether the page is connected to the service. Parts that could not be loaded are loaded again when it is. */
export const IsConnected = createContext(true);

type LazyPart<Props> = ((props: Props & { whileLoading?: ReactNode }) => ReactNode) & {
  code: PartCode<ComponentType<Props>>;
};

/**
 * A part of a page whose code loads when the part is shown first, or before that with `useCodeAhead`. If the code is missing or
 * fails, the part says so, and the rest of the page stays. React.lazy is not used, because it never tries again.
 */
export function lazyPart<Props extends object>(read: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  const code = new PartCode({ read, isReplaced: isPageReplaced });
  function Part({ whileLoading = null, ...props }: Props & { whileLoading?: ReactNode }) {
    const state = useSyncExternalStore(code.subscribe, code.state);
    const isConnected = useContext(IsConnected);
    // A change of the connection is a reason to try again.
    useEffect(() => void code.load(), [isConnected]);
    if (state.is === 'unread' || state.is === 'loading') return whileLoading;
    if (state.is !== 'loaded') return <MissingPart isReplaced={state.is === 'replaced'} />;
    const Loaded: ComponentType<Props> = state.part;
    return (
      <PartBoundary>
        <Loaded {...(props as unknown as Props)} />
      </PartBoundary>
    );
  }
  return Object.assign(Part, { code });
}

/** Loads the code of parts while the page is idle, so that they open also when the service cannot be reached. */
export function useCodeAhead(parts: readonly { code: Pick<PartCode<unknown>, 'load'> }[]): void {
  const isConnected = useContext(IsConnected);
  useEffect(() => {
    if (!isConnected) return;
    return whenIdle(() => {
      for (const { code } of parts) void code.load();
    });
  }, [isConnected, parts]);
}

/** Safari has no requestIdleCallback. */
function whenIdle(callback: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(callback, 1_000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback, { timeout: 5_000 });
  return () => cancelIdleCallback(handle);
}

/** Without a connection there is no button: a reload would remove the call from the page. */
function MissingPart({ isReplaced }: { isReplaced: boolean }) {
  const { t } = useTranslation();
  const isConnected = useContext(IsConnected);
  if (!isConnected) return <Notice kind="caution">{t('app.partLater')}</Notice>;
  return (
    <Notice kind="caution" action={{ label: t('desk.reload'), onPress: () => location.reload() }}>
      {t(isReplaced ? 'app.partReplaced' : 'app.partFailed')}
    </Notice>
  );
}

/** Shows a text instead of a part that throws an error. */
class PartBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <MissingPart isReplaced={false} /> : this.props.children;
  }
}
