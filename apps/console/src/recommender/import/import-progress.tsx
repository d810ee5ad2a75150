import { useTranslation } from 'react-i18next';
import { useFormats } from '../../app/use-formats.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/page.tsx';
import type { ReadProgress } from './use-import.ts';

interface ImportProgressProps {
  isCheck: boolean;
  /** null while the file is sent. */
  progress: ReadProgress | null;
  onStop: () => void;
}

export function ImportProgress({ isCheck, progress, onStop }: ImportProgressProps) {
  const { t } = useTranslation();
  const { number, percent } = useFormats();
  const title = t(isCheck ? 'imports.checking' : 'imports.importing');
  return (
    <Section title={title} actions={<Button onPress={onStop}>{t('imports.stop')}</Button>}>
      <progress className="import-progress" aria-label={title} {...(progress !== null && { value: progress.read })} />
      <p role="status">
        {progress === null
          ? t('imports.sending')
          : t('imports.progress', {
              read: percent(progress.read),
              rows: number(progress.rows),
              rejected: number(progress.rejected),
            })}
      </p>
      {!isCheck && <p className="muted">{t('imports.stopHelp')}</p>}
    </Section>
  );
}
