import { type InvalidateOptions, type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';

/**
 * What a change made old is read again, also where the first read of it is under way: that may have begun before the change. The library
 * begins another read only where it has data.
 */
export class PageQueries extends QueryClient {
  override async invalidateQueries(filters: InvalidateQueryFilters = {}, options?: InvalidateOptions): Promise<void> {
    const isFirst: InvalidateQueryFilters['predicate'] = (query) =>
      query.state.data === undefined && (filters.predicate?.(query) ?? true);
    await this.cancelQueries({ ...filters, predicate: isFirst });
    await super.invalidateQueries(filters, options);
  }
}
