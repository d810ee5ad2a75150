import { contextMembers } from './context-members.ts';

test.each([
  ['', {}],
  ['queue=retention', { queue: 'retention' }],
  [' queue = retention , lang=es ', { queue: 'retention', lang: 'es' }],
  ['campaign: spring\n\n queue :  sales ', { campaign: 'spring', queue: 'sales' }],
  ['campaign: spring, queue=sales\nlang=es,', { campaign: 'spring', queue: 'sales', lang: 'es' }],
  ['formula=a=b', { formula: 'a=b' }],
  ['url: https://a.example', { url: 'https://a.example' }],
  ['url=https://a.example', { url: 'https://a.example' }],
  ['sip:x=1', { 'sip:x': '1' }],
  ['campaign', null],
  ['queue=retention, campaign', null],
  ['campaign:', null],
  ['= spring', null],
  [',', null],
])('the members of the context %j are %j', (text, members) => {
  expect(contextMembers(text)).toEqual(members);
});
