import { createAsyncApiDocument } from '@callside/schemas/documents';
import { describeSockets } from './socket-reference.ts';

const document = createAsyncApiDocument({ version: '1.0.0' });
const page = describeSockets(document);

it('has a section for each event of the sockets', () => {
  const events = Object.keys(document.operations).map((name) => name.slice(name.indexOf('.') + 1));
  const sections = [...page.matchAll(/^#### `(.*)`$/gm)].map(([, event]) => event);
  expect(sections.sort()).toEqual(events.sort());
});

it('names each type of a member that has several', () => {
  expect(page).toContain('| `customer_id` | string or null, required |');
  expect(page).toContain('| `size` | number or string, required |');
});

it('links each form that it names', () => {
  const links = [...page.matchAll(/\(#(form-[\w-]+)\)/g)].map(([, anchor]) => anchor ?? '');
  const forms = [...page.matchAll(/^### Form (.*)$/gm)].map(([, name = '']) => `form-${name.toLowerCase()}`);
  expect(links.filter((anchor) => !forms.includes(anchor))).toEqual([]);
});
