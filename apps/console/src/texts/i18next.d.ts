import type english from './en.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof english };
  }
}
