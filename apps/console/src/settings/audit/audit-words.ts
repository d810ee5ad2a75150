import type { AuditEntryView } from '@callside/schemas';
import type { i18n as I18n } from 'i18next';
import type { Formats } from '../../app/use-formats.ts';
import { callEventWords } from '../../texts/call-event-words.ts';

type Detail = Readonly<Record<string, unknown>>;
type Words = Pick<I18n, 't' | 'exists'>;

/** The key of an action among the texts. */
export const actionKey = (action: string) => action.replaceAll('.', '_');

/** The short name of an action. An action of a newer release is shown as it is stored. */
export function actionName(action: string, i18n: Words): string {
  const key = `audit.actions.${actionKey(action)}`;
  return i18n.exists(key) ? i18n.t(key as 'audit.actions.key_issue') : action;
}

/** What was done, as a sentence. */
export function auditSentence(
  { action, subject, detail }: Pick<AuditEntryView, 'action' | 'subject' | 'detail'>,
  i18n: Words,
  formats: Formats,
): string {
  const key = actionKey(action);
  const all: Detail = isDetail(detail) ? detail : {};
  const usual = `audit.did.${key}`;
  if (!i18n.exists(usual)) return actionName(action, i18n);
  const path = (otherwise[key]?.(all) ?? false) ? `audit.otherwise.${key}` : usual;
  const d = {
    ...Object.fromEntries(Object.entries(all).map(([name, value]) => [name, valueWords(name, value, i18n, formats)])),
    changes: changesIn(action, all, i18n, formats),
    label: typeof all.label === 'string' ? all.label : i18n.t('audit.unnamed'),
    key_label: typeof all.key_label === 'string' ? all.key_label : i18n.t('audit.unnamed'),
  };
  // An entry that lacks a member has a sign in its place.
  return i18n.t(path as 'audit.did.key_issue', { subject, d, missingInterpolationHandler: () => '–' });
}

/** When the usual sentence of an action would not be true. */
const otherwise: Record<string, (detail: Detail) => boolean> = {
  brand_set: (detail) => Object.keys(detail).length === 0,
  calls_export: ({ rows }) => rows === undefined,
  embed_token: ({ outcome }) => outcome !== 'issued',
  model_publish: ({ forced }) => forced === true,
  retention_set: ({ days }) => days === null,
  rule_set: ({ before }) => before !== null && before !== undefined,
  session_end: ({ by }) => by === 'sign-in',
  user_bind: ({ by }) => by === 'sign-in',
  user_set: (detail) => Object.keys(detail).every((name) => name === 'email'),
};

/** `email` names the person who was changed. */
function changesIn(action: string, detail: Detail, i18n: Words, formats: Formats): string {
  return Object.entries(detail)
    .filter(([name]) => action !== 'user.set' || name !== 'email')
    .map(([name, value]) => {
      const key = `audit.field.${name}`;
      const field = i18n.exists(key) ? i18n.t(key as 'audit.field.name') : name;
      return `${field}: ${valueWords(name, value, i18n, formats)}`;
    })
    .join('; ');
}

function valueWords(name: string, value: unknown, i18n: Words, formats: Formats): string {
  if (value === null || value === undefined) return i18n.t('audit.nothing');
  if (Array.isArray(value)) return value.length === 0 ? i18n.t('audit.nothing') : value.join(', ');
  if (name === 'exploration_rate' && typeof value === 'number') return formats.percent(value);
  if (typeof value === 'number') return formats.number(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (name === 'event') return value in callEventWords ? i18n.t(callEventWords[value as 'call-started']) : value;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formats.dateTime(value);
  const key = name === 'feature' ? `apiKeys.features.${value}` : `audit.value.${name}.${value}`;
  return i18n.exists(key) ? i18n.t(key as 'audit.value.role.rep') : value;
}

function isDetail(detail: unknown): detail is Detail {
  return typeof detail === 'object' && detail !== null && !Array.isArray(detail);
}
