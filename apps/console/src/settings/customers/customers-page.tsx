import { type ErasureView, erasureReportSchema } from '@callside/schemas';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOneAtATime } from '../../app/one-at-a-time.ts';
import { useSession } from '../../app/session.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Outcome } from '../outcome.tsx';
import { CustomerForm, type NamedCustomer } from './customer-form.tsx';
import { EraseForm } from './erase-form.tsx';
import { ErasureReport } from './erasure-report.tsx';

interface Asked {
  name: NamedCustomer;
  dryRun: boolean;
  all: boolean;
}

/** The erasure of a customer: what would go, a confirmation by typing, and what went. */
export function CustomersPage() {
  const { t } = useTranslation();
  const { api } = useSession();
  const [counted, setCounted] = useState<{ name: NamedCustomer; report: ErasureView } | null>(null);
  const [erased, setErased] = useState<ErasureView | null>(null);
  const erasure = useMutation({
    mutationFn: ({ name: { by, text }, dryRun, all }: Asked) =>
      api.post('settings/customers/erase', { [by]: text, dry_run: dryRun, all }, erasureReportSchema),
    onMutate: () => setErased(null),
    onSuccess: (report, { name }) => {
      setCounted(report.dry_run ? { name, report } : null);
      if (!report.dry_run) setErased(report);
    },
  });
  const count = (name: NamedCustomer) => {
    setCounted(null);
    erasure.mutate({ name, dryRun: true, all: false });
  };
  const erase = useOneAtATime((name: NamedCustomer, all: boolean) => erasure.mutateAsync({ name, dryRun: false, all }));
  const done = erased === null ? '' : t(erased.live_calls > 0 ? 'customers.erasedButLive' : 'customers.erased');
  return (
    <Page title={t('customers.title')} lead={t('customers.lead')}>
      <Outcome
        done={done}
        kind={erased !== null && erased.left.length > 0 ? 'caution' : 'success'}
        error={erasure.error}
      />
      <Section title={t('customers.erase')}>
        <p className="muted">{t('customers.eraseLead')}</p>
        <CustomerForm
          isBusy={erasure.isPending}
          error={erasure.error}
          onCount={count}
          onChange={() => setCounted(null)}
        />
        {erasure.isPending && (
          <p role="status" className="muted">
            {t(erasure.variables.dryRun ? 'customers.counting' : 'customers.erasing')}
          </p>
        )}
      </Section>
      {counted !== null && (
        <Section title={t('customers.wouldGo')}>
          <ErasureReport report={counted.report} />
          <EraseForm
            key={`${counted.name.by} ${counted.name.text}`}
            name={counted.name}
            found={counted.report.found}
            isBusy={erasure.isPending}
            onChoose={(code) => count({ by: 'customer_id', text: code })}
            onErase={(all) => void erase(counted.name, all)}
          />
        </Section>
      )}
      {erased !== null && (
        <Section title={t('customers.went')}>
          <ErasureReport report={erased} />
        </Section>
      )}
    </Page>
  );
}
