import type { CallNotesView } from '@callside/schemas';
import * as fakeTimers from '@sinonjs/fake-timers';
import { BrandApiError } from '../app/brand-api.ts';
import { keepCopy, readCopy } from './notes-copies.ts';
import { edited, keepMine, type NotesDraft } from './notes-draft.ts';
import { RepNotes } from './notes-saver.ts';

const stored = (version: number, note: string): CallNotesView => ({
  note,
  disposition: null,
  disposition_from_sale: false,
  version,
  updated_at: '2026-11-20T08:00:00.000Z',
});

class Store extends Map<string, string> {
  get length() {
    return this.size;
  }
  getItem = (key: string) => this.get(key) ?? null;
  setItem = (key: string, value: string) => void this.set(key, value);
  removeItem = (key: string) => void this.delete(key);
  key = (index: number) => [...this.keys()][index] ?? null;
}

/** A page of a rep, and the notes on file. A save of another version than that on file is refused. */
function page({ onFile = stored(0, '') } = {}) {
  const place = { store: new Store(), userId: 'rep' };
  const service = { onFile, status: 200, answer: Promise.resolve() };
  const notes = new RepNotes(place);
  const requests = {
    save: async (_reference: string, sent: { note: string; version: number }) => {
      await service.answer;
      if (service.status !== 200) throw new BrandApiError(service.status, 'no');
      if (sent.version !== service.onFile.version) throw new BrandApiError(409, 'changed');
      service.onFile = stored(sent.version + 1, sent.note);
      return service.onFile;
    },
    read: async () => service.onFile,
  };
  notes.saveThrough(requests);
  return { place, service, notes, requests };
}

const write = (note: string) => (draft: NotesDraft) => edited(draft, { note });

let clock: fakeTimers.Clock;

beforeEach(() => {
  clock = fakeTimers.install();
});

afterEach(() => clock.uninstall());

test('a text is saved also if its field leaves the page at once', async () => {
  const { place, service, notes } = page();
  const leave = notes.of('call').subscribe(() => {});
  notes.of('call').change(write('call back on Friday'));
  leave();
  await clock.runAllAsync();
  expect(service.onFile).toMatchObject({ note: 'call back on Friday', version: 1 });
  expect(readCopy(place, 'call')).toBeNull();
});

test('what is typed while a request saves the text before is saved after it, and is no conflict', async () => {
  const { service, notes } = page();
  let answer = () => {};
  service.answer = new Promise((resolve) => {
    answer = resolve;
  });
  notes.of('call').change(write('ring'));
  await clock.tickAsync(1_000);
  notes.of('call').change(write('ring, size 7'));
  await clock.tickAsync(1_000);
  notes.of('call').takeStored(stored(1, 'ring'));
  answer();
  await clock.runAllAsync();
  expect(service.onFile).toMatchObject({ note: 'ring, size 7', version: 2 });
  expect(notes.unsettled()).toEqual([]);
});

test('notes that are pushed are shown at once, and one that is older is ignored', () => {
  const { notes } = page();
  notes.takePushed('call', stored(2, 'from the other tab'));
  notes.takePushed('call', stored(1, 'before'));
  expect(notes.of('call').state().draft).toMatchObject({ note: 'from the other tab', version: 2, isSaved: true });
});

test('notes that are pushed while the rep types are a conflict when the text would be saved over them', async () => {
  const { service, notes } = page();
  notes.of('call').change(write('mine'));
  service.onFile = stored(1, 'theirs');
  notes.takePushed('call', service.onFile);
  expect(notes.of('call').state().draft).toMatchObject({ note: 'mine', theirs: null });
  await clock.runAllAsync();
  expect(notes.of('call').state().draft).toMatchObject({ note: 'mine', theirs: { note: 'theirs' } });
  expect(service.onFile.note).toBe('theirs');
});

test('notes that are pushed during a request are compared with its answer', async () => {
  const { service, notes } = page();
  let answer = () => {};
  service.answer = new Promise((resolve) => {
    answer = resolve;
  });
  notes.of('call').change(write('ring'));
  await clock.tickAsync(1_000);
  notes.takePushed('call', stored(1, 'ring'));
  notes.takePushed('call', stored(2, 'ring, size 7'));
  expect(notes.of('call').state().draft).toMatchObject({ note: 'ring', version: 0 });
  answer();
  await clock.runAllAsync();
  expect(notes.of('call').state().draft).toMatchObject({ note: 'ring, size 7', version: 2, isSaved: true });
});

test('the copy that another tab has not saved yet stays its own', async () => {
  const { place, service, notes } = page();
  keepCopy(place, 'call', { note: 'ring, size', disposition: null, version: 0 });
  notes.takePushed('call', stored(1, 'ring'));
  await clock.runAllAsync();
  expect(readCopy(place, 'call')).toMatchObject({ note: 'ring, size' });
  expect([service.onFile.version, notes.unsettled()]).toEqual([0, []]);
});

test('right before the sign-out, the text is saved without a delay, also what was typed while a request saves the text before', async () => {
  const { service, notes } = page();
  let answer = () => {};
  service.answer = new Promise((resolve) => {
    answer = resolve;
  });
  notes.of('call').change(write('ring'));
  await clock.tickAsync(1_000);
  notes.of('call').change(write('ring, size 7'));
  notes.of('other').change(write('call back'));
  const saved = notes.saveNow();
  notes.saveThrough(null);
  answer();
  await saved;
  expect(service.onFile.note).toBe('ring, size 7');
});

test('a text that cannot be saved is tried again, and after the session has ended with the next session', async () => {
  const { service, notes, requests } = page();
  service.status = 503;
  notes.of('call').change(write('not lost'));
  await clock.tickAsync(1_000);
  const call = notes.of('call');
  const shown = [call.state().progress];
  call.subscribe(() => shown.push(call.state().progress));
  await clock.tickAsync(10_000);
  expect(new Set(shown)).toEqual(new Set(['failed']));
  notes.saveThrough(null);
  service.status = 200;
  await clock.runAllAsync();
  expect(service.onFile.version).toBe(0);
  notes.saveThrough(requests);
  await clock.runAllAsync();
  expect(service.onFile.note).toBe('not lost');
});

test('a copy of a call that is not shown is saved, and is a conflict if its notes have changed', async () => {
  const { place, service, notes } = page({ onFile: stored(3, 'theirs') });
  keepCopy(place, 'earlier', { note: 'mine', disposition: null, version: 2 });
  notes.resume();
  await clock.runAllAsync();
  expect(notes.unsettled()).toEqual(['earlier']);
  expect(service.onFile.note).toBe('theirs');
  notes.of('earlier').change(keepMine);
  await clock.runAllAsync();
  expect(service.onFile.note).toBe('mine');
  expect(notes.unsettled()).toEqual([]);
  expect(readCopy(place, 'earlier')).toBeNull();
});

test('the copy of a call that was deleted is removed', async () => {
  const { place, service, notes } = page();
  service.status = 404;
  keepCopy(place, 'deleted', { note: 'mine', disposition: null, version: 2 });
  notes.resume();
  await clock.runAllAsync();
  expect(readCopy(place, 'deleted')).toBeNull();
});

test('a text that the service refuses stays, and the call is named until its text is accepted', async () => {
  const { place, service, notes } = page();
  service.status = 422;
  keepCopy(place, 'earlier', { note: 'refused', disposition: null, version: 0 });
  notes.resume();
  await clock.runAllAsync();
  expect(readCopy(place, 'earlier')).toMatchObject({ note: 'refused' });
  expect(notes.unsettled()).toEqual(['earlier']);
  service.status = 200;
  notes.of('earlier').change(write('shorter'));
  await clock.runAllAsync();
  expect(service.onFile.note).toBe('shorter');
  expect(notes.unsettled()).toEqual([]);
});
