import type { ReactNode } from 'react';

interface SectionProps {
  /** Of its heading, unique on the page. */
  readonly id: string;
  readonly title: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A section of a page with its heading, by which screen readers announce it. */
export const Section = ({ id, title, className, children }: SectionProps) => (
  <section className={className} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);
