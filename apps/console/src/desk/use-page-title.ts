import { useEffect } from 'react';
import call from '../icons/call.svg';
import idle from '../icons/idle.svg';
import paused from '../icons/paused.svg';
import { type PageIcon, pageIcon, pageTitle } from './page-title.ts';
import type { RepDesk } from './rep-desk-model.ts';

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
  // Each assignment loads the icon again.
  if (link?.getAttribute('href') !== icons[icon]) link?.setAttribute('href', icons[icon]);
}
