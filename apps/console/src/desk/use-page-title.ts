import { useEffect } from 'react';
import call from '../icons/call.svg?inline';
import idle from '../icons/idle.svg?inline';
import paused from '../icons/paused.svg?inline';
import { type PageIcon, pageIcon, pageTitle } from './page-title.ts';
import type { RepDesk } from './rep-desk-model.ts';

/** Inline: a browser reads an icon when it is shown first, and the service may then be unreachable or of a newer version. */
const icons: Record<PageIcon, string> = { call, idle, paused };

/** Keeps title and icon of the browser tab up to date; restores both on unmount. */
export function usePageTitle(desk: RepDesk, isExpired: boolean): void {
  const [title, icon] = [pageTitle(desk, isExpired), pageIcon(desk)];
  useEffect(() => showInTab(title, icon), [title, icon]);
  useEffect(() => () => showInTab('Callside', 'idle'), []);
}

function showInTab(title: string, icon: PageIcon): void {
  document.title = title;
  const link = document.querySelector('link[rel="icon"]');
  // Browsers read and draw the icon again at each assignment.
  if (link?.getAttribute('href') !== icons[icon]) link?.setAttribute('href', icons[icon]);
}
