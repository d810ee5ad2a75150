import { alsoBoughtWith } from './also-bought-with.ts';
import { boughtNext } from './bought-next.ts';
import { completesHistory } from './completes-history.ts';
import { customersLikeYou } from './customers-like-you.ts';
import { customersLikeYouNow } from './customers-like-you-now.ts';
import { goesWithHistory } from './goes-with-history.ts';
import { matches } from './matches.ts';
import { oftenBoughtWith } from './often-bought-with.ts';
import { ownRepeat } from './own-repeat.ts';
import { popular } from './popular.ts';
import { popularNow } from './popular-now.ts';
import { sameStyle } from './same-style.ts';
import type { Signal } from './signal.ts';
import { yourTaste } from './your-taste.ts';

/** Features and rank columns number the signals in this order. */
export const signals: readonly Signal[] = [
  ownRepeat,
  oftenBoughtWith,
  alsoBoughtWith,
  goesWithHistory,
  completesHistory,
  boughtNext,
  customersLikeYou,
  customersLikeYouNow,
  matches,
  yourTaste,
  sameStyle,
  popularNow,
  popular,
];
