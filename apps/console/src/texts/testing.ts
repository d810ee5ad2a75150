// Unit tests import this file for the English texts.

import i18next from 'i18next';
import english from './en.json';
import { interpolation } from './isolated.ts';

void i18next.init({
  lng: 'en',
  initAsync: false,
  resources: { en: { translation: english } },
  interpolation,
});
