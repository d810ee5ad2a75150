import './zod-settings.ts';
import './theme.css';
import './page.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');
createRoot(root).render(
  <StrictMode>
    <App place={{ storage: sessionStorage, location, history }} />
  </StrictMode>,
);
