import '../texts/testing.ts';
import { stepInWords, trainingProblemInWords } from './training-words.ts';

test.each([
  ['orders on file', 'Reading the orders…'],
  ['examples', 'Making examples of past purchases to learn from…'],
  ['trees', 'The model learns from the examples…'],
  ['purchases to predict', 'Measuring the model on known purchases…'],
  ['something new', 'something new'],
])('the step %j is shown as %j', (step, shown) => {
  expect(stepInWords(step)).toBe(shown);
});

test.each([
  ['the catalogue is empty; `callside catalog import` fills it', 'The catalogue is empty. Import products first.'],
  [
    'there are no orders of products in the catalogue up to today, or all were returned; import orders with `callside orders import`',
    'There are no orders of products in the catalogue, or all were returned. Import orders first.',
  ],
  [
    'the orders are of 1 day; a training needs orders of 28 days, because it learns from the earlier ones and is measured on the later ones',
    'A training needs orders of 28 days, because it learns from the earlier ones and is measured on the later ones. There are orders of: 1.',
  ],
  [
    'in the last 30 days of the orders no customer returned and nobody bought two products at once: no purchase can be measured',
    'In the last 30 days of the orders no customer returned and nobody bought two products at once, so no purchase can be measured.',
  ],
  [
    'too few customers return or buy several products at once to train a model (no examples)',
    'Too few customers come back or buy several products at once.',
  ],
  [
    'the objective revenue needs prices, and all products of the catalogue cost 0',
    'All products of the catalogue cost 0, so a purchase cannot count its price.',
  ],
  [
    'the objective margin needs what products cost the shop, and no product has a unit_cost; import the catalogue with a column unit_cost, or use the objective revenue',
    'No product of the catalogue has a unit_cost. Import products with this column, or let a purchase count its price.',
  ],
  ['something new', 'something new'],
])('the problem %j is shown as %j', (problem, shown) => {
  expect(trainingProblemInWords(problem)).toBe(shown);
});
