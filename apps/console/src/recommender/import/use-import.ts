import { type FileReport, type ImportMessage, importMessageSchema, type OwnerImportKind } from '@callside/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BrandApiError, isTemporary } from '../../app/brand-api.ts';
import { useSession } from '../../app/session.tsx';
import { type AssignedColumns, type UnknownColumns, unknownColumns } from './assigned-columns.ts';
import { fileProblemInWords, isAboutColumns } from './file-problem-words.ts';
import { readHeader } from './read-header.ts';

export interface ChosenFile {
  file: File;
  kind: OwnerImportKind;
  /** null: the columns of Callside. */
  format: 'shopify' | 'woocommerce' | null;
  complete: boolean;
  /** The file's columns of other names; absent at first. */
  assigned?: AssignedColumns;
}

export type ReadProgress = Extract<ImportMessage, { type: 'progress' }>;
type RefusedFile = Extract<ImportMessage, { type: 'failed' }>;

export type ImportState =
  | { step: 'idle' }
  /** `progress` is null while the file is sent. */
  | { step: 'running'; isCheck: boolean; progress: ReadProgress | null }
  | { step: 'done'; report: FileReport }
  /** By the person. */
  | { step: 'stopped' }
  | { step: 'failed'; error: Error; mayHaveWritten: boolean };

/** Checks a file, and imports the one that was checked last. */
export function useImport() {
  const { t } = useTranslation();
  const { api } = useSession();
  const queries = useQueryClient();
  const [state, setState] = useState<ImportState>({ step: 'idle' });
  const [checked, setChecked] = useState<ChosenFile | null>(null);
  const [unknown, setUnknown] = useState<UnknownColumns | null>(null);
  const running = useRef<AbortController | null>(null);
  // A page that is left ends its import; the service finishes the rows that it is writing.
  useEffect(() => () => running.current?.abort(), []);

  const send = async (chosen: ChosenFile, isCheck: boolean) => {
    if (running.current !== null) return;
    const stopping = new AbortController();
    running.current = stopping;
    setState({ step: 'running', isCheck, progress: null });
    let outcome: ImportState | null = null;
    let hasBegun = false;
    let refused: RefusedFile | null = null;
    const onMessage = (message: ImportMessage) => {
      hasBegun = true;
      if (message.type === 'progress') setState({ step: 'running', isCheck, progress: message });
      else if (message.type === 'report') outcome = { step: 'done', report: message.report };
      else refused = message;
    };
    try {
      await api.putFile(pathOf(chosen, isCheck), chosen.file, {
        schema: importMessageSchema,
        onMessage,
        signal: stopping.signal,
      });
      if (refused !== null) {
        outcome = failure(new Error(fileProblemInWords(refused)), !isCheck);
        const found = await unknownIn(chosen.file, refused);
        if (found !== null) setUnknown(found);
      }
      outcome ??= failure(new BrandApiError(0, t('imports.cutOff')), !isCheck);
    } catch (error) {
      if (stopping.signal.aborted) outcome = { step: isCheck ? 'idle' : 'stopped' };
      else outcome = failure(error, !isCheck && (hasBegun || isTemporary(error)));
    }
    running.current = null;
    setState(outcome ?? { step: 'idle' });
    if (!isCheck) void queries.invalidateQueries({ queryKey: ['recommender'] });
  };

  return {
    state,
    /** Stays until another file is chosen: a first choice of columns may not be the right one. */
    unknown,
    assign: (assigned: AssignedColumns) => {
      if (checked === null) return;
      const chosen = { ...checked, assigned };
      setChecked(chosen);
      void send(chosen, true);
    },
    check: (chosen: ChosenFile) => {
      setUnknown(null);
      setChecked(chosen);
      void send(chosen, true);
    },
    run: () => {
      if (checked !== null) void send(checked, false);
    },
    stop: () => running.current?.abort(),
    /** Another file, or other options: the last report is not of them. */
    reset: () => {
      setUnknown(null);
      setState(outdated);
    },
    /** Other columns of the same file. */
    outdate: () => setState(outdated),
  };
}

function failure(error: unknown, mayHaveWritten: boolean): ImportState {
  return { step: 'failed', error: error instanceof Error ? error : new Error(String(error)), mayHaveWritten };
}

function outdated(now: ImportState): ImportState {
  return now.step === 'running' ? now : { step: 'idle' };
}

/** What the owner may say about the columns of a file that the service could not read. */
async function unknownIn(file: File, { detail, columns = [] }: RefusedFile): Promise<UnknownColumns | null> {
  if (!isAboutColumns(detail)) return null;
  // The file may be gone by now.
  return unknownColumns(columns, await readHeader(file).catch(() => []));
}

function pathOf({ file, kind, format, complete, assigned = {} }: ChosenFile, isCheck: boolean): string {
  const query = new URLSearchParams({
    name: file.name,
    ...(format !== null && { format }),
    ...(Object.keys(assigned).length > 0 && { map: JSON.stringify(assigned) }),
    ...(complete && kind === 'catalogue' && { complete: 'true' }),
    ...(isCheck && { dry_run: 'true' }),
  });
  return `recommender/imports/${kind}?${query}`;
}
