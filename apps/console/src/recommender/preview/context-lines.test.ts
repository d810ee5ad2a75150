import { readContext } from './context-lines.ts';

test.each([
  ['', {}],
  ['campaign: spring\n\n queue :  sales ', { campaign: 'spring', queue: 'sales' }],
  ['url: https://a.example', { url: 'https://a.example' }],
  ['campaign', null],
  ['campaign:', null],
  [': spring', null],
])('the context of %j is %j', (text, context) => {
  expect(readContext(text)).toEqual(context);
});
