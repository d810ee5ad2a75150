import { type ReactNode, useEffect } from 'react';
import './page.css';

interface PageProps {
  title: string;
  /** One or two sentences on what the page is for. */
  lead?: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of the console: its heading, its title in the browser and its content. */
export function Page({ title, lead, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Callside`;
  }, [title]);
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        {actions !== undefined && <div className="page-actions">{actions}</div>}
        {lead !== undefined && <p className="lead">{lead}</p>}
      </header>
      {children}
    </div>
  );
}

/** A part of a page with a heading of its own. */
export function Section({ title, children, actions }: { title: string; children: ReactNode; actions?: ReactNode }) {
  return (
    <section className="section" aria-label={title} tabIndex={-1}>
      <div className="section-head">
        <h2>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
