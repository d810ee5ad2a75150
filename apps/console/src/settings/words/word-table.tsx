import { type WordView, wordLanguages } from '@callside/schemas';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { removeColumn } from '../remove-column.tsx';
import { nameOf } from './word-form.tsx';

interface WordTableProps {
  rows: WordView[];
  onRemove: (word: WordView) => void;
}

export function WordTable({ rows, onRemove }: WordTableProps) {
  const { t } = useTranslation();
  const columns = useMemo<DataColumn<WordView>[]>(
    () => [
      { accessorKey: 'word', header: t('words.word') },
      ...wordLanguages.map(
        (language): DataColumn<WordView> => ({
          id: language,
          header: nameOf(language),
          accessorFn: (word) => word[language] ?? '–',
        }),
      ),
      removeColumn({ t, header: t('words.action'), nameOf: ({ word }) => word, onRemove }),
    ],
    [t, onRemove],
  );
  return (
    <DataTable
      label={t('words.list')}
      columns={columns}
      rows={rows}
      rowId={({ word }) => word}
      empty={t('words.none')}
    />
  );
}
