import { html, inline, prose } from './html.ts';

describe('html', () => {
  it('escapes inserted values, and keeps its own markup', () => {
    const inner = html`<b>${'<script>"\'&'}</b>`;
    expect(html`<p title="${'"x'}">${[inner, 1, undefined, ['&']]}</p>`.text).toBe(
      '<p title="&quot;x"><b>&lt;script&gt;&quot;&#39;&amp;</b>1&amp;</p>',
    );
  });
});

describe('prose', () => {
  it('makes paragraphs, lists and code', () => {
    expect(prose('One `a<b` line\nof text.\n\nRules:\n- first\n- second\n  goes on').text).toBe(
      '<p>One <code>a&lt;b</code> line of text.</p><p>Rules:</p><ul><li>first</li><li>second   goes on</li></ul>',
    );
  });

  it('keeps a single backtick', () => {
    expect(inline('a ` b').text).toBe('a ` b');
  });
});
