import type { CallNotesView } from '@callside/schemas';
import { afterSave, edited, firstDraft, keepMine, takeTheirs, withStored } from './notes-draft.ts';

const stored = (version: number, note: string): CallNotesView => ({
  note,
  disposition: null,
  version,
  updated_at: '2026-11-20T08:00:00.000Z',
});

test('a copy on the device is offered again after a reload, and is not saved yet', () => {
  const draft = firstDraft(stored(1, 'old'), { note: 'new', disposition: 'sale', version: 1 });
  expect(draft).toEqual({ note: 'new', disposition: 'sale', version: 1, isSaved: false, theirs: null });
});

test('a copy whose content the service has is saved', () => {
  expect(firstDraft(stored(2, 'new'), { note: 'new', disposition: null, version: 1 })).toMatchObject({
    isSaved: true,
    version: 2,
  });
});

test('a change from elsewhere is shown if the own text is not saved, and replaces it if it is saved', () => {
  const draft = firstDraft(stored(1, 'a'), null);
  expect(withStored(draft, stored(2, 'theirs'))).toMatchObject({ note: 'theirs', isSaved: true, theirs: null });
  expect(withStored(edited(draft, { note: 'mine' }), stored(2, 'theirs'))).toMatchObject({
    note: 'mine',
    isSaved: false,
    theirs: { note: 'theirs' },
  });
});

test('a conflict ends with either text, based on the stored version', () => {
  const conflict = withStored(edited(firstDraft(stored(1, 'a'), null), { note: 'mine' }), stored(2, 'theirs'));
  expect(keepMine(conflict)).toMatchObject({ note: 'mine', version: 2, isSaved: false, theirs: null });
  expect(takeTheirs(conflict)).toMatchObject({ note: 'theirs', version: 2, isSaved: true, theirs: null });
});

test('text that was typed during a save is not saved yet', () => {
  const draft = edited(firstDraft(null, null), { note: 'a' });
  expect(afterSave(draft, { note: 'a', disposition: null }, stored(1, 'a'))).toMatchObject({
    isSaved: true,
    version: 1,
  });
  expect(afterSave(edited(draft, { note: 'ab' }), { note: 'a', disposition: null }, stored(1, 'a'))).toMatchObject({
    note: 'ab',
    isSaved: false,
    version: 1,
  });
});

test('an older answer changes nothing', () => {
  const draft = firstDraft(stored(3, 'c'), null);
  expect(withStored(draft, stored(2, 'b'))).toBe(draft);
});
