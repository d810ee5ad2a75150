// In the place of zod/v4/locales in tests.
module.exports = {};
