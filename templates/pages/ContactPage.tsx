import { Fragment } from 'react';
import { FormOrFrame } from '../parts/Forms.tsx';
import { LinkLine, MailLink, PhoneLink } from '../parts/Links.tsx';
import { PageHeader, Section } from '../parts/PageHeader.tsx';
import { Prose } from '../parts/Prose.tsx';
import type { FormBlock, PageHead, PageProps, TitledText } from '../types.ts';

export interface ContactPageProps extends PageHead {
  readonly form?: FormBlock;
  /** How to find the newsroom, in addition to its address in `Site`. */
  readonly location?: TitledText;
  readonly departments: readonly {
    readonly name: string;
    readonly email: string;
    readonly phone?: string;
    readonly about?: string;
  }[];
}

export const ContactPage = ({ page, site, words }: PageProps<ContactPageProps>) => (
  <>
    <PageHeader page={page} words={words} />
    <div className="contact">
      {page.form && (
        <section aria-labelledby="Write">
          <h2 className="section-title" id="Write">
            {words.contact.write}
          </h2>
          <FormOrFrame block={page.form} words={words} />
        </section>
      )}
      {(page.location || site.contact) && <LocationCard page={page} site={site} words={words} />}
    </div>
    {page.departments.length > 0 && (
      <Section id="Departments" title={words.contact.departments}>
        <ul className="grid entries departments text-links">
          {page.departments.map((department) => (
            <li key={department.name}>
              <h3>{department.name}</h3>
              {department.about && <p>{department.about}</p>}
              <p>
                <MailLink address={department.email} />
                {department.phone && (
                  <>
                    <br />
                    <PhoneLink number={department.phone} />
                  </>
                )}
              </p>
            </li>
          ))}
        </ul>
      </Section>
    )}
  </>
);

function LocationCard({ page: { location }, site, words }: PageProps<ContactPageProps>) {
  const { street, city, state, postalCode, phone, email, hours, mapUrl } = site.contact ?? {};
  const region = [state, postalCode].filter(Boolean).join(' ');
  const town = [city, region].filter(Boolean).join(', ');
  const links = [phone && <PhoneLink number={phone} />, email && <MailLink address={email} />];
  const lines = [site.name, street, town, ...links].filter(Boolean);
  return (
    <section
      className="location-card panel text-links"
      aria-labelledby={location && 'Location'}
      aria-label={location ? undefined : site.name}
    >
      {location && <h2 id="Location">{location.title}</h2>}
      <address>
        {lines.map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
          <Fragment key={i}>
            {i > 0 && <br />}
            {line}
          </Fragment>
        ))}
      </address>
      {hours && <p>{hours}</p>}
      {location && <Prose text={location.body} />}
      {mapUrl && <LinkLine href={mapUrl} text={words.contact.map} />}
    </section>
  );
}
