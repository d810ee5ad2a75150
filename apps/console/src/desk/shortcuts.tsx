import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localStore } from '../app/page-storage.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart, useCodeAhead } from '../ui/lazy-part.tsx';
import './shortcuts.css';

const ShortcutsDialog = lazyPart(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);
const laterParts = [ShortcutsDialog];

const settingKey = 'callside.shortcuts';

/** What each key goes to: the first element that matches. Sold only opens its dialog, so no key records anything. */
const targets = {
  b: { word: 'desk.keys.buying', selector: '.anchors input' },
  f: { word: 'desk.keys.find', selector: '.find-customer input' },
  n: { word: 'desk.keys.notes', selector: '.notes textarea' },
  o: { word: 'desk.keys.offer', selector: '.offer [data-sold]' },
  r: { word: 'desk.keys.result', selector: '.notes input[type="radio"]' },
} as const;

const keys = Object.keys(targets) as (keyof typeof targets)[];

/** Keys of the desk, for a rep who is not typing. `?` shows them; they can be switched off, because a rep may use speech input. */
export function Shortcuts() {
  const { t } = useTranslation();
  useCodeAhead(laterParts);
  const [isOpen, setOpen] = useState(false);
  const [isOn, setOn] = useState(() => localStore.getItem(settingKey) !== 'off');
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      if (!isOn) return;
      if (event.key === '?') setOpen(true);
      const key = keys.find((one) => one === event.key.toLowerCase());
      if (key === undefined) return;
      const target = document.querySelector<HTMLElement>(targets[key].selector);
      if (target === null) return;
      event.preventDefault();
      target.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn]);
  return (
    <>
      <span className="shortcuts-button">
        <Button variant="quiet" onPress={() => setOpen(true)}>
          {t('desk.keys.title')} <kbd>?</kbd>
        </Button>
      </span>
      {isOpen && (
        <ShortcutsDialog
          keys={keys.map((key) => ({ key, word: targets[key].word }))}
          isOn={isOn}
          onChange={(isOn) => {
            localStore.setItem(settingKey, isOn ? 'on' : 'off');
            setOn(isOn);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type="radio"], [type="checkbox"]), textarea, select'))
  );
}
