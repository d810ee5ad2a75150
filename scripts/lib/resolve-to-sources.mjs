/** A hook of Node's module loader: the sources of the workspace packages instead of their dist. */
export function resolve(specifier, context, next) {
  return next(specifier, { ...context, conditions: [...context.conditions, 'callside-source'] });
}
