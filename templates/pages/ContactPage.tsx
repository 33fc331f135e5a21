import { FormOrFrame } from '../parts/MailForm.tsx';
import { MailLink } from '../parts/MailLink.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Prose } from '../parts/Prose.tsx';
import { telephone } from '../telephone.ts';
import type { FormBlock, PageHead, Section, Site } from '../types.ts';

export interface ContactPageProps extends PageHead {
  readonly form: FormBlock;
  readonly location: Section;
  readonly departments: readonly {
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    readonly about: string;
  }[];
}

export function ContactPage({ page, site }: { readonly page: ContactPageProps; readonly site: Site }) {
  const { contact } = site;
  return (
    <>
      <PageHeader page={page} />
      <div className="contact">
        <section aria-labelledby="Write">
          <h2 className="section-title" id="Write">
            Write to us
          </h2>
          <FormOrFrame block={page.form} />
        </section>
        <section className="location-card panel text-links" aria-labelledby="Location">
          <h2 id="Location">{page.location.title}</h2>
          <address>
            {site.name}
            <br />
            {contact.street}
            <br />
            {contact.city}, {contact.state} {contact.postalCode}
            <br />
            <a href={`tel:${telephone(contact.phone)}`}>{contact.phone}</a>
            <br />
            <MailLink address={contact.email} />
          </address>
          <p>{contact.hours}</p>
          <Prose html={page.location.body} />
          <p>
            <a href={contact.mapUrl}>See it on a map</a>
          </p>
        </section>
      </div>
      <section aria-labelledby="Departments">
        <h2 id="Departments">Departments</h2>
        <ul className="grid entries departments text-links">
          {page.departments.map((department) => (
            <li key={department.name}>
              <h3>{department.name}</h3>
              <p>{department.about}</p>
              <p>
                <MailLink address={department.email} />
                <br />
                <a href={`tel:${telephone(department.phone)}`}>{department.phone}</a>
              </p>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
