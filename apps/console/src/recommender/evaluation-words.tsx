import type { ModelEvaluation } from '@callside/schemas';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../app/use-formats.ts';
import { comparisonParts, mainComparison } from './comparison-words.ts';
import { findingInWords } from './finding-words.ts';

/** The results of measuring a model, in sentences. */
export function EvaluationWords({ evaluation }: { evaluation: ModelEvaluation }) {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const { comparisons, evaluated_on: on, in_service: inService, verdict, findings } = evaluation;
  const isInService = inService.version === evaluation.version;
  const comparison = mainComparison(comparisons);
  return (
    <div className="evaluation">
      {comparison === null ? (
        <p>{t(isInService ? 'recommender.isInService' : 'recommender.notCompared')}</p>
      ) : (
        <>
          <p className="evaluation-main">
            {t(`recommender.finds.${comparisonParts(comparison, i18n.language).kind}`, {
              ...comparisonParts(comparison, i18n.language),
              rival: t(`recommender.rival.${comparison.with}`),
            })}
          </p>
          <p className="muted">
            {t('recommender.measuredOn', {
              purchases: formats.number(comparison.purchases),
              from: formats.day(on.from),
              to: formats.day(on.to),
            })}
          </p>
        </>
      )}
      {inService.problem !== null && <p>{t('recommender.inServiceProblem', { problem: inService.problem })}</p>}
      {!isInService && <p>{t(`recommender.verdict.${verdict}`)}</p>}
      {!isInService && verdict !== 'better' && (
        <ul className="findings">
          {findings.map((finding) => (
            <li key={finding}>{findingInWords(finding, formats)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
