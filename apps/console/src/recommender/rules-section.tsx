import { type RuleView, removedRuleSchema, ruleListSchema, ruleViewSchema } from '@callside/schemas';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldProblem } from '../app/brand-api.ts';
import { useSession } from '../app/session.tsx';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { Section } from '../ui/page.tsx';
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

/** The merchandising rules of the brand. */
export function RulesSection() {
  const { t } = useTranslation();
  const { api } = useSession();
  const queries = useQueryClient();
  const [toRemove, setToRemove] = useState<RuleView | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const rules = useQuery({ queryKey: ['rules'], queryFn: () => api.get(path, ruleListSchema) });
  const refresh = () => queries.invalidateQueries({ queryKey: ['rules'] });
  const adding = useMutation({
    mutationFn: (rule: object) => api.post(path, rule, ruleViewSchema),
    onMutate: () => setDone(null),
    onSuccess: ({ name }) => {
      setDone(t('rules.added', { name }));
      return refresh();
    },
  });
  const removing = useMutation({
    mutationFn: ({ name }: RuleView) => api.delete(`${path}/${encodeURIComponent(name)}`, removedRuleSchema),
    onMutate: () => setDone(null),
    onSuccess: ({ name }) => setDone(t('rules.removed', { name })),
    onSettled: () => {
      setToRemove(null);
      return refresh();
    },
  });
  const add = (rule: object) =>
    adding.mutateAsync(rule).then(
      () => true,
      () => false,
    );
  // The error of a field is shown beside it.
  const isBesideField = fieldsOfForm.some((field) => fieldProblem(adding.error, field) !== undefined);
  const problem = removing.error ?? rules.error ?? (isBesideField ? null : adding.error);
  return (
    <Section title={t('rules.title')}>
      <p className="muted">{t('rules.lead')}</p>
      {problem !== null && <Notice kind="error">{problem.message}</Notice>}
      {done !== null && <Notice kind="success">{done}</Notice>}
      {rules.isPending ? (
        <p className="muted">{t('app.loading')}</p>
      ) : (
        <RuleTable rows={rules.data?.items ?? noRules} onRemove={setToRemove} />
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
