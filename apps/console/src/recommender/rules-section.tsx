import { addedRuleSchema, type RuleView, removedRuleSchema, ruleListSchema } from '@callside/schemas';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ProblemNotice } from '../app/problem-notice.tsx';
import { useSession } from '../app/session.tsx';
import { dayIn } from '../results/result-range.ts';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { Outcome } from '../settings/outcome.tsx';
import { useChange } from '../settings/use-change.ts';
import { Section } from '../ui/page.tsx';
import { isRuleOver, targetOf } from './rule-days.ts';
import { RuleForm } from './rule-form.tsx';
import { RuleTable } from './rule-table.tsx';

const path = 'recommender/rules';

/** The merchandising rules of the brand. */
export function RulesSection() {
  const { t } = useTranslation();
  const { api, user } = useSession();
  const today = dayIn(user.brand_settings.time_zone, new Date());
  const [toRemove, setToRemove] = useState<RuleView | null>(null);
  const rules = useQuery({ queryKey: ['rules'], queryFn: () => api.get(path, ruleListSchema) });
  const { outcome, formError, isBusy, run, submit } = useChange(['rules'], () => setToRemove(null));
  const add = (wanted: object) =>
    submit(async () => {
      const rule = await api.post(path, wanted, addedRuleSchema);
      // `context` is a word of the translation itself.
      const { context: _, ...named } = rule;
      const isOver = isRuleOver(rule, today);
      const said = t(isOver ? 'rules.addedOver' : 'rules.added', { name: rule.name });
      const warning = !isOver && !rule.in_catalogue ? ` ${t(`rules.unknown.${targetOf(rule)}`, named)}` : '';
      return { kind: isOver || warning !== '' ? 'caution' : 'success', done: said + warning };
    });
  const remove = ({ name }: RuleView) =>
    run(async () => {
      await api.delete(`${path}/${encodeURIComponent(name)}`, removedRuleSchema);
      return t('rules.removed', { name });
    });
  return (
    <Section title={t('rules.title')} actions={<Link to="/recommender/preview">{t('recommender.toPreview')}</Link>}>
      <p className="muted">{t('rules.lead')}</p>
      <Outcome {...outcome} />
      {rules.isPending && <p className="muted">{t('app.loading')}</p>}
      {rules.isError && <ProblemNotice error={rules.error} onRetry={() => void rules.refetch()} />}
      {rules.data !== undefined && <RuleTable rows={rules.data.items} today={today} onRemove={setToRemove} />}
      <RuleForm isBusy={isBusy} error={formError} onAdd={add} />
      {toRemove !== null && (
        <ConfirmDialog
          title={t('rules.removeTitle', { name: toRemove.name })}
          confirm={t('settings.remove')}
          isBusy={isBusy}
          onConfirm={() => remove(toRemove)}
          onClose={() => setToRemove(null)}
        >
          <p>{t('rules.removeText')}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
