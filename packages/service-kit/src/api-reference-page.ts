/** A page for people made from an OpenAPI document: no script, nothing from elsewhere. */
export function renderApiReference(document: object): string {
  const title = 'info' in document && typeof document.info === 'object' ? 'API reference' : 'API';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
}
