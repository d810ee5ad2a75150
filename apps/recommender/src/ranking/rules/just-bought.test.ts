import { conversationOf } from './just-bought.ts';

const today = 20_000;
const history = [
  { item: 1, type: 0, day: today - 3 },
  { item: 2, type: 0, day: today },
  { item: 3, type: 0, day: today - 4 },
  { item: null, type: 0, day: today },
  { item: 4, type: 0, day: null },
];

test('what was just bought becomes an anchor, the newest first, after what is being bought', () => {
  expect(conversationOf({ anchors: [9, 1], history, today, resting: { justBoughtDays: 3 } })).toEqual({
    anchors: [9, 1, 2],
    history: [history[2], history[4]],
  });
  expect(conversationOf({ anchors: [], history, today, resting: { justBoughtDays: 3 } }).anchors).toEqual([2, 1]);
});

it.each([[undefined], [{ justBoughtDays: 0 }]])('nothing is moved without the rule: %j', (resting) => {
  expect(conversationOf({ anchors: [9], history, today, resting })).toEqual({ anchors: [9], history });
});
