import type { RowData } from '@tanstack/react-table';
import type { TFunction } from 'i18next';
import { Button } from '../ui/button.tsx';
import type { DataColumn } from '../ui/data-table.tsx';

interface RemoveColumnOptions<Row> {
  t: TFunction;
  header: string;
  nameOf: (row: Row) => string;
  onRemove: (row: Row) => void;
}

/** A column with a button that removes the row. */
export function removeColumn<Row extends RowData>({
  t,
  header,
  nameOf,
  onRemove,
}: RemoveColumnOptions<Row>): DataColumn<Row> {
  return {
    id: 'remove',
    header,
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <Button
        variant="quiet"
        aria-label={t('settings.removeOne', { name: nameOf(original) })}
        onPress={() => onRemove(original)}
      >
        {t('settings.remove')}
      </Button>
    ),
  };
}
