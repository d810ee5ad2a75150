import { type ModelWork, modelWorkSchema, type TrainingObjective, trainingObjectives } from '@callside/schemas';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOneAtATime } from '../app/one-at-a-time.ts';
import { useSession } from '../app/session.tsx';
import { useFormats } from '../app/use-formats.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/page.tsx';
import { passFocusOn } from '../ui/pass-focus-on.ts';
import { SelectField } from '../ui/select-field.tsx';
import { EvaluationWords } from './evaluation-words.tsx';
import { stepInWords, trainingProblemInWords } from './training-words.ts';
import '../settings/settings.css';

/** A schedule may start a little late, and the training takes its time. */
const lateMs = 3 * 3_600_000;

function isOverdue(at: string): boolean {
  return Date.now() > Date.parse(at) + lateMs;
}

interface TrainingSectionProps {
  /** What the recommender computes, or computed last. */
  work: ModelWork | null;
  lastTrainedAt: string | null;
  /** Of the schedule that trained the newest one; null: none did. */
  nextTrainingAt: string | null;
  /** Something began. */
  onBegun: () => void;
  /** Opens the dialog that measures a model, or joins its measurement, and publishes it. */
  onPublish: (version: string) => void;
}

/** Trains a model, and shows what is being trained or measured, by whomever it was begun. */
export function TrainingSection({ work, lastTrainedAt, nextTrainingAt, onBegun, onPublish }: TrainingSectionProps) {
  const { t } = useTranslation();
  const { api } = useSession();
  const { dateTime } = useFormats();
  const [objective, setObjective] = useState<TrainingObjective>('conversion');
  const train = useMutation({
    mutationFn: () => api.post('recommender/models/train', { objective }, modelWorkSchema),
    onSettled: onBegun,
  });
  const begin = useOneAtATime(() => train.mutateAsync());
  const isRunning = work?.state === 'running';
  return (
    <Section title={t('training.title')}>
      <p className="muted">{t('training.lead')}</p>
      <p className="muted">
        {lastTrainedAt !== null && `${t('training.last', { when: dateTime(lastTrainedAt) })} `}
        {nextTrainingAt === null
          ? t('training.schedule')
          : t(isOverdue(nextTrainingAt) ? 'training.overdue' : 'training.next', { when: dateTime(nextTrainingAt) })}
      </p>
      {isRunning ? (
        <Running work={work} onJoin={onPublish} />
      ) : (
        <div ref={passFocusOn} className="settings-form">
          <div className="fields">
            <SelectField
              label={t('training.objective')}
              description={t(`training.objectiveHelp.${objective}`)}
              value={objective}
              onChange={setObjective}
              options={trainingObjectives.map((value) => ({ value, label: t(`training.objectives.${value}`) }))}
            />
          </div>
          <div className="form-actions">
            {/* Not disabled for the browser: a disabled button loses the focus. The section gets it when the progress takes this place. */}
            <Button variant="primary" aria-disabled={train.isPending} onPress={() => void begin()}>
              {t('training.train')}
            </Button>
          </div>
        </div>
      )}
      {train.error !== null && !isRunning && <Notice kind="error">{train.error.message}</Notice>}
      {work !== null && !isRunning && <Ended work={work} onPublish={onPublish} />}
    </Section>
  );
}

function Running({ work, onJoin }: { work: ModelWork; onJoin: (version: string) => void }) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const { kind, version, progress, started_at } = work;
  const said = t(`training.running.${kind}`, { version: version ?? '', when: dateTime(started_at) });
  const parts = progress !== null && progress.total > 0 ? progress : null;
  return (
    <>
      <p>{said}</p>
      <progress
        className="training-progress"
        aria-label={said}
        {...(parts !== null && { value: parts.done, max: parts.total })}
      />
      <p className="muted" role="status">
        {progress === null ? t('training.waiting') : stepInWords(progress.step)}
      </p>
      {kind === 'evaluate' && version !== null && (
        <div ref={passFocusOn} className="form-actions">
          <Button onPress={() => onJoin(version)}>{t('training.join')}</Button>
        </div>
      )}
      <p className="muted">{t('training.goesOn')}</p>
    </>
  );
}

function Ended({ work, onPublish }: { work: ModelWork; onPublish: (version: string) => void }) {
  const { t } = useTranslation();
  const { kind, version, problem, evaluation } = work;
  if (kind === 'publish') return null;
  if (problem !== null) {
    return (
      <Notice kind="caution">
        {t(`training.failed.${kind}`, {
          version: version ?? '',
          problem: trainingProblemInWords(problem),
        })}
      </Notice>
    );
  }
  if (evaluation === null || version === null) return null;
  return (
    <div className="training-report" role="status">
      <h3>{t(`training.done.${kind}`, { version })}</h3>
      <EvaluationWords evaluation={evaluation} />
      <div className="form-actions">
        <Button onPress={() => onPublish(version)}>{t('training.publish')}</Button>
      </div>
    </div>
  );
}
