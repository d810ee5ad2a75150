const { default: Sequencer } = require('@jest/test-sequencer');

/** They take minutes however small their files are: at the end of a run, they would leave the other core idle. */
const takesMinutes = /\/dev\/(?:faults|fuzz)\/.*\.integration\.test\.ts$/;

/** Jest's order (the longest of the last run first, by file size where there was none), after the tests that take minutes. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const isLong = ({ path }) => takesMinutes.test(path);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
};
