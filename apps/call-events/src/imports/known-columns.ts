import type { KnownColumn } from '@callside/schemas';
import type { FileImports, ImportColumns } from '@callside/shop-data';

type CreateTarget = FileImports<unknown>['setup']['createTarget'];

/** The columns of a file: those of the first export that it may be, or those of Callside. */
export function knownColumns({ setup }: FileImports<unknown>, ...given: Parameters<CreateTarget>): KnownColumn[] {
  const { required, optional, aliases = new Map<string, string>() } = setup.layouts?.[0]?.columns ?? ownColumns();
  const columnOf = (isRequired: boolean) => (name: string) => ({
    name,
    required: isRequired,
    other_names: [...aliases].flatMap(([other, column]) => (column === name ? [other] : [])),
  });
  return [...required.map(columnOf(true)), ...optional.map(columnOf(false))];

  function ownColumns(): ImportColumns {
    const target = setup.createTarget(...given);
    target.close?.();
    return target.columns;
  }
}
