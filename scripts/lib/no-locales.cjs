// Replaces zod/v4/locales in tests.
module.exports = {};
