import '../texts/testing.ts';
import { callEventBodySchemas } from '@callside/schemas';
import i18next from 'i18next';
import german from '../texts/de.json';
import { refusalInWords } from './refusal-words.ts';

i18next.addResourceBundle('de', 'translation', german);
beforeEach(() => i18next.changeLanguage('de'));
afterAll(() => i18next.changeLanguage('en'));

test.each([
  ['The API key was revoked.', 'Der Schlüssel wurde widerrufen.'],
  ['There is no such event.', 'Ein solches Ereignis gibt es nicht.'],
  [
    'agent_email is required; metadata must be an object or null',
    'agent_email ist erforderlich; metadata muss ein Objekt oder null sein',
  ],
  [
    'The body could not be parsed as JSON: unexpected end of text at line 2 column 7.',
    'Der Inhalt ist kein JSON: Zeile 2, Spalte 7.',
  ],
  [
    'The body could not be parsed as JSON: it did not arrive whole and readable at line 1 column 1.',
    'Der Inhalt kam nicht ganz und lesbar an.',
  ],
  ['The signature is wrong or missing.', 'Die Signatur ist falsch oder fehlt.'],
  ['Twilio: The signature is wrong or missing.', 'Twilio: Die Signatur ist falsch oder fehlt.'],
  [
    'Asterisk: Asterisk is not switched on for this brand: callside integration set switches it on.',
    'Asterisk: Die Plattform ist für Ihre Organisation nicht eingerichtet. Richten Sie sie auf der Seite Integrationen ein.',
  ],
  [
    'Genesys Cloud: The payload could not be used: the notification has no topicName.',
    'Genesys Cloud: Die Meldung konnte nicht verwendet werden: topicName fehlt.',
  ],
  [
    'The payload could not be used: the field event must be one of start, end.',
    'Die Meldung konnte nicht verwendet werden: event muss eines von diesen sein: start, end.',
  ],
  ['something new: of a platform', 'something new: of a platform'],
])('the refusal %j is shown as %j', (said, shown) => {
  expect(refusalInWords(said)).toBe(shown);
});

test.each([
  'API key is invalid or missing.',
  'There is no such platform.',
  'Method Not Allowed',
  'The body is too large.',
  'The body could not be read: it did not arrive whole and readable.',
  'Signature is invalid or missing.',
  'No secret is stored for the platform.',
  'not switched on for this brand: callside integration set switches it on.',
  'The signature of the platform does not cover the agent and the customer of the address, and the address has no token for them: callside integration set --agent prints one that has.',
  'It was signed longer ago than the platform sends a request again, and it is not on file.',
  'The payload could not be used: the body is not a JSON object.',
  'The payload could not be used: the payload has no id of a call.',
  'The payload could not be used: the payload names no agent: add ?agent=ADDRESS-OR-ALIAS to the URL (callside integration set --agent prints it).',
])('the refusal %j is in the language of the page, without options of the command line', (said) => {
  expect(refusalInWords(said)).not.toMatch(/\b(?:the|is|not|could)\b|--/i);
});

test('each problem of a body of an event has words of the page', () => {
  const bodies = [null, {}, { agent_email: '', phone_number: '', customer_id: 5, metadata: [] }];
  const said = bodies.flatMap((body) => callEventBodySchemas['call-started'].safeParse(body).error?.issues ?? []);
  expect(said.length).toBeGreaterThan(5);
  for (const { message } of said) expect(refusalInWords(message)).not.toBe(message);
});
