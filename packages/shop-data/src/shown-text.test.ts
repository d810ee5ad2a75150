import { shownText } from './shown-text.ts';

test.each([
  ['14&quot; Cord &#8211; Jet &amp; Pearl&#8217;s <em>finest</em>', '14" Cord – Jet & Pearl’s finest'],
  ['Caf&eacute; &#x2764; &hearts; &euro;', 'Café ❤ ♥ €'],
  ['Ann&#146;s &#150; ring', 'Ann’s – ring'],
  ['Jet &amp;amp; Pearl', 'Jet &amp; Pearl'],
  ['&lt;b&gt;Bold&lt;/b&gt;', '<b>Bold</b>'],
  ['Gold<br/>Ring<p>new</p>', 'Gold Ring new'],
  ['<a href="a>b" title=\'c>d\'>Gold</a> ring', 'Gold ring'],
  ['<b title="x>Gold</b> ring', 'Gold ring'],
  ['<span class="x">Gold</span>en&nbsp;&nbsp;ring', 'Golden ring'],
  ['R&B, AT&T &copy 2026', 'R&B, AT&T © 2026'],
  ['3 < 4 and 5 > 4', '3 < 4 and 5 > 4'],
  ['Gold <!-- a > b -->ring<style>b > i { color: red }</style>', 'Gold ring'],
  ['<script type="x">if (a > b) c()</script>Ring', 'Ring'],
  ['I <3 <b>you</b>', 'I <3 you'],
  ['  plain   text ', 'plain   text'],
  ['<i></i>', ''],
])('%j is shown as %j', (text, shown) => expect(shownText(text)).toBe(shown));

test('a long text of open tags takes no long time', () => {
  const startedAt = performance.now();
  shownText('<a '.repeat(300_000));
  shownText(`${'<a '.repeat(300_000)}>`);
  shownText(`${'<a "'.repeat(100_000)}>`);
  for (let at = 0; at < 1_000; at += 1) shownText(`${'<!--'.repeat(900)}>`);
  expect(performance.now() - startedAt).toBeLessThan(30_000);
});
