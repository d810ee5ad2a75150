const words = {
  often_bought_with: 'often bought together with',
  also_bought_with: 'bought by those who bought',
  goes_with_history: 'goes with',
  completes_history: 'often bought together with',
  bought_next: 'often follows',
  own_repeat: 'bought before',
  customers_like_you: 'liked by customers with the same purchases',
  customers_like_you_now: 'bought lately by customers with the same purchases',
  matches: 'matches what is being bought',
  your_taste: 'the kind and price that this customer buys',
  same_style: 'in the style of earlier purchases',
  popular_now: 'popular in the last weeks',
  popular: 'popular',
};

/** A reason as a rep would say it: `often_bought_with:7` with the title of SKU 7. */
export function reasonInWords(reason, titles) {
  const [code, sku] = reason.split(':');
  const text = words[code] ?? code.replaceAll('_', ' ');
  return sku === undefined ? text : `${text} ${titles.get(sku) ?? `SKU ${sku}`}`;
}

/** The SKUs in the reasons. */
export function skusOfReasons(reasons) {
  return reasons.flatMap((reason) => reason.split(':')[1] ?? []);
}
