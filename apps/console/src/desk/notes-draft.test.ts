import type { CallNotesView } from '@callside/schemas';
import {
  afterSave,
  chosenBySale,
  edited,
  firstDraft,
  keepMine,
  takeTheirs,
  withdrawnBySale,
  withPushed,
  withStored,
} from './notes-draft.ts';

const stored = (version: number, note: string): CallNotesView => ({
  note,
  disposition: null,
  disposition_from_sale: false,
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

test('an older answer changes nothing, also during a conflict', () => {
  const draft = firstDraft(stored(3, 'c'), null);
  expect(withStored(draft, stored(2, 'b'))).toBe(draft);
  const conflict = withStored(edited(draft, { note: 'mine' }), stored(5, 'e'));
  for (const version of [3, 4]) expect(withStored(conflict, stored(version, 'older'))).toBe(conflict);
});

const read = firstDraft(stored(2, 'b'), null);
const typed = edited(read, { note: 'mine' });

test.each([
  ['is taken by an untouched draft', read, stored(3, 'c'), { note: 'c', version: 3, isSaved: true, theirs: null }],
  ['is what the rep typed, too', typed, stored(3, 'mine'), { note: 'mine', version: 3, isSaved: true, theirs: null }],
  ['waits for the save of what the rep types', typed, stored(3, 'c'), typed],
  ['is ignored if it is older', read, stored(1, 'a'), read],
  [
    'replaces the other text of a conflict',
    withStored(typed, stored(3, 'c')),
    stored(4, 'd'),
    { note: 'mine', version: 2, isSaved: false, theirs: stored(4, 'd') },
  ],
])('a text that is pushed %s', (_rule, draft, pushed, expected) => {
  expect(withPushed(draft, pushed)).toMatchObject(expected);
});

describe('a sale', () => {
  const empty = firstDraft(stored(1, 'a'), null);
  const chosen = chosenBySale(empty);

  test('is the result of the call, until it is undone', () => {
    expect(chosen).toMatchObject({ note: 'a', disposition: 'sale', fromSale: true, isSaved: false });
    expect(withdrawnBySale(chosen)).toMatchObject({ disposition: null, fromSale: false, isSaved: false });
  });

  test('stays the result that the desk chose when the rep writes, and after it was saved', () => {
    const written = edited(chosen, { note: 'b' });
    expect(written).toMatchObject({ disposition: 'sale', fromSale: true });
    const saved = withStored(empty, { ...stored(2, 'b'), disposition: 'sale', disposition_from_sale: true });
    expect(withdrawnBySale(saved)).toMatchObject({ disposition: null });
  });

  test.each([
    ['a result that the rep chose before', chosenBySale(edited(empty, { disposition: 'other' })), 'other'],
    ['a result that the rep chose since', edited(chosen, { disposition: 'follow_up' }), 'follow_up'],
    ['`Sale` that the rep chose', edited(edited(chosen, { disposition: 'other' }), { disposition: 'sale' }), 'sale'],
  ])('does not change %s', (_what, draft, disposition) => {
    expect(draft).toMatchObject({ disposition, fromSale: false });
    expect(withdrawnBySale(draft)).toBe(draft);
  });

  test('is saved again when the rep chooses the same result', () => {
    const sent = { note: 'a', disposition: 'sale', fromSale: true } as const;
    const own = edited(edited(chosen, { disposition: 'other' }), { disposition: 'sale' });
    const answer = { ...stored(2, 'a'), disposition: 'sale', disposition_from_sale: true } as const;
    expect(afterSave(own, sent, answer).isSaved).toBe(false);
  });
});
