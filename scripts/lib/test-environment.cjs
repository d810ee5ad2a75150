const asyncHooks = require('node:async_hooks');
const { TestEnvironment } = require('jest-environment-node');

const { AsyncLocalStorage } = asyncHooks;

/** Calls what a test file has put into `onTestFailure` when one of its tests or hooks fails. */
class ReportingEnvironment extends TestEnvironment {
  async handleTestEvent({ name }) {
    if (name === 'test_fn_failure' || name === 'hook_failure') await this.global.onTestFailure?.();
  }
}

/**
 * Disables each AsyncLocalStorage of a test file after its tests. jest-circus uses a new one for each file and leaves it enabled. Up to Node 22,
 * every promise of a process has a cost for each enabled one: after a hundred files an `await` takes thirty times as long.
 */
class StorageDisablingEnvironment extends ReportingEnvironment {
  #storages = [];

  async setup() {
    await super.setup();
    const storages = this.#storages;
    asyncHooks.AsyncLocalStorage = class extends AsyncLocalStorage {
      constructor(...options) {
        super(...options);
        storages.push(this);
      }
    };
  }

  async teardown() {
    asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
    for (const storage of this.#storages) storage.disable();
    this.#storages = [];
    await super.teardown();
  }
}

// From Node 24 on, an AsyncLocalStorage costs promises nothing. In Node 26 it cannot be replaced.
const storagesCostPromises = Number.parseInt(process.versions.node, 10) < 24;

module.exports = storagesCostPromises ? StorageDisablingEnvironment : ReportingEnvironment;
