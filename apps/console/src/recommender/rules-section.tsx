import { addedRuleSchema, type RuleView, removedRuleSchema, ruleListSchema } from '@callside/schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldProblem } from '../app/brand-api.ts';
import { useOneAtATime } from '../app/one-at-a-time.ts';
import { useSession } from '../app/session.tsx';
import { dayIn } from '../results/result-range.ts';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/page.tsx';
import { isRuleOver, targetOf } from './rule-days.ts';
import { RuleForm } from './rule-form.tsx';
import { RuleTable } from './rule-table.tsx';

const path = 'recommender/rules';
const fieldsOfForm = [
  'name',
  'sku',
  'article_type',
  'attribute',
  'value',
  'rank',
  'factor',
  'most',
  'price',
  'from',
  'until',
];
const noRules: RuleView[] = [];

interface Done {
  kind: 'success' | 'caution';
  text: string;
}

/** The merchandising rules of the brand. */
export function RulesSection() {
  const { t } = useTranslation();
  const { api, user } = useSession();
  const today = dayIn(user.brand_settings.time_zone, new Date());
  const queries = useQueryClient();
  const [toRemove, setToRemove] = useState<RuleView | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const rules = useQuery({ queryKey: ['rules'], queryFn: () => api.get(path, ruleListSchema) });
  const refresh = () => queries.invalidateQueries({ queryKey: ['rules'] });
  const adding = useMutation({
    mutationFn: (rule: object) => api.post(path, rule, addedRuleSchema),
    onMutate: () => setDone(null),
    onSuccess: (rule) => {
      const isOver = isRuleOver(rule, today);
      const said = t(isOver ? 'rules.addedOver' : 'rules.added', { name: rule.name });
      const warning =
        !isOver && rule.in_catalogue === false ? ` ${t(`rules.unknown.${targetOf(rule)}`, { ...rule })}` : '';
      setDone({ kind: isOver || warning !== '' ? 'caution' : 'success', text: said + warning });
      return refresh();
    },
  });
  const removing = useMutation({
    mutationFn: ({ name }: RuleView) => api.delete(`${path}/${encodeURIComponent(name)}`, removedRuleSchema),
    onMutate: () => setDone(null),
    onSuccess: ({ name }) => setDone({ kind: 'success', text: t('rules.removed', { name }) }),
    onSettled: () => {
      setToRemove(null);
      return refresh();
    },
  });
  const add = useOneAtATime((rule: object) =>
    adding.mutateAsync(rule).then(
      () => true,
      () => false,
    ),
  );
  // The error of a field is shown beside it.
  const isBesideField = fieldsOfForm.some((field) => fieldProblem(adding.error, field) !== undefined);
  const problem = removing.error ?? rules.error ?? (isBesideField ? null : adding.error);
  return (
    <Section title={t('rules.title')}>
      <p className="muted">{t('rules.lead')}</p>
      {problem !== null && <Notice kind="error">{problem.message}</Notice>}
      {done !== null && <Notice kind={done.kind}>{done.text}</Notice>}
      {rules.isPending ? (
        <p className="muted">{t('app.loading')}</p>
      ) : (
        <RuleTable rows={rules.data?.items ?? noRules} today={today} onRemove={setToRemove} />
      )}
      <RuleForm isBusy={adding.isPending} error={adding.error} onAdd={add} />
      {toRemove !== null && (
        <ConfirmDialog
          title={t('rules.removeTitle', { name: toRemove.name })}
          confirm={t('rules.remove')}
          isBusy={removing.isPending}
          onConfirm={() => removing.mutate(toRemove)}
          onClose={() => setToRemove(null)}
        >
          <p>{t('rules.removeText')}</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
