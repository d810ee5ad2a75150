// Integration tests run real servers and a browser on a machine that may be busy: of 8,000 tests one fails by chance in some runs.
// A failed test runs once more at the end of its file. Its first error is printed, so that it can be mended.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
