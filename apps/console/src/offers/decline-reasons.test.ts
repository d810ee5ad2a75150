import { saysHasIt } from '@callside/schemas';
import de from '../texts/de.json';
import en from '../texts/en.json';
import es from '../texts/es.json';
import fr from '../texts/fr.json';

it.each([
  ['en', en],
  ['de', de],
  ['fr', fr],
  ['es', es],
])('in %s only one reason says that the customer has the product, and the recommender knows it', (_, { offers }) => {
  const saying = Object.entries(offers.declineReasons).filter(([, text]) => saysHasIt(text));
  expect(saying.map(([name]) => name)).toEqual(['owned']);
});
