import assert from 'node:assert/strict';

/** Replaces each pattern, which must be in the text. The files that a release is made from may change. */
export function replaceEach(text, replacements) {
  return replacements.reduce((changed, [pattern, replacement]) => {
    const next = changed.replaceAll(pattern, replacement);
    assert.notEqual(next, changed, `there is no ${pattern} to replace by ${replacement}`);
    return next;
  }, text);
}
