// The script of the API reference page is one file that contains all that it needs; its package would install 240 others beside it.
export const hooks = {
  readPackage: (manifest) => (manifest.name === '@scalar/api-reference' ? { ...manifest, dependencies: {} } : manifest),
};
