import {
  type ColumnDef,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { compareValues } from './in-order.ts';
import { isTooLong } from './word-pieces.ts';
import { Words } from './words.tsx';
import './data-table.css';

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });

/** A column of a DataTable. Set `enableSorting: false` if an order makes no sense. */
export type DataColumn<Row extends RowData> = ColumnDef<typeof features, Row>;

interface RowValues {
  getValue: (column: string) => unknown;
}

/** A column without a `cell` of its own shows its value as a text. */
const defaultColumn = {
  sortFn: (one: RowValues, other: RowValues, column: string) =>
    compareValues(one.getValue(column), other.getValue(column)),
  cell: ({ getValue }: { getValue: () => unknown }) => <Words>{String(getValue() ?? '')}</Words>,
};

interface DataTableProps<Row extends RowData> {
  /** Its accessible name. */
  label: string;
  /** `columns` and `rows` must stay the same arrays until the content changes. */
  columns: DataColumn<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  /** Shown instead of the table if there are no rows. */
  empty: string;
}

/** A table with sortable columns. Narrow screens show each row as a card with the column's name before each value. */
export function DataTable<Row extends RowData>({ label, columns, rows, rowId, empty }: DataTableProps<Row>) {
  const table = useTable({ features, columns, defaultColumn, data: rows, getRowId: rowId });
  if (rows.length === 0) return <p className="muted">{empty}</p>;
  return (
    <table className="data-table" aria-label={label}>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => (
              <th key={header.id} scope="col" aria-sort={ariaSort[header.column.getIsSorted() || 'none']}>
                {header.column.getCanSort() ? (
                  <Button variant="quiet" onPress={() => header.column.toggleSorting()}>
                    <table.FlexRender header={header} />
                    <span aria-hidden="true">{sortMark[header.column.getIsSorted() || 'none']}</span>
                  </Button>
                ) : (
                  <table.FlexRender header={header} />
                )}
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id}>
            {row.getAllCells().map((cell) => (
              <td
                key={cell.id}
                data-short={isShort(cell.getValue()) || undefined}
                data-column={
                  typeof cell.column.columnDef.header === 'string' ? cell.column.columnDef.header : undefined
                }
              >
                {contentOf(cell.column.columnDef.cell, cell.getContext())}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Not as a component: other columns would then be other components, and what a row holds, such as the focus, would be lost. */
function contentOf<Context>(cell: ReactNode | ((context: Context) => ReactNode), context: Context): ReactNode {
  return typeof cell === 'function' ? cell(context) : cell;
}

/** Whether a value has only words that fit into a column. */
function isShort(value: unknown): boolean {
  return typeof value === 'string' && !value.split(/\s+/).some(isTooLong);
}

const ariaSort = { asc: 'ascending', desc: 'descending', none: 'none' } as const;
const sortMark = { asc: '▲', desc: '▼', none: '' } as const;
