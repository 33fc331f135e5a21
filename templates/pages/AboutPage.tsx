import { Image } from '../parts/Image.tsx';
import { ButtonLine, OptionalLink } from '../parts/Links.tsx';
import { PageHeader, Section } from '../parts/PageHeader.tsx';
import { Prose } from '../parts/Prose.tsx';
import type { PageHead, PageProps, TeamMember, TitledText } from '../types.ts';

export interface AboutPageProps extends PageHead {
  readonly sections: readonly TitledText[];
  readonly details: readonly { readonly label: string; readonly value: string }[];
  readonly awards: readonly { readonly year: string; readonly title: string; readonly by?: string }[];
  readonly team: readonly TeamMember[];
  readonly join?: TitledText & { readonly email: string };
}

export const AboutPage = ({ page, words }: PageProps<AboutPageProps>) => (
  <>
    <PageHeader page={page} words={words} />
    {page.sections.map(({ title, body }, i) => (
      <Section key={title} id={`Section-${i + 1}`} title={title} className="heading-beside">
        <Prose text={body} />
      </Section>
    ))}
    {page.details.length > 0 && (
      <Section id="Details" title={words.about.details} className="heading-beside">
        <dl className="details-list">
          {page.details.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
    )}
    {page.awards.length > 0 && (
      <Section id="Awards" title={words.about.awards} className="heading-beside">
        <ul className="awards">
          {page.awards.map((award) => (
            <li key={award.year + award.title}>
              <time>{award.year}</time> <strong>{award.title}</strong> {award.by && <span>{award.by}</span>}
            </li>
          ))}
        </ul>
      </Section>
    )}
    {page.team.length > 0 && (
      <Section id="Team" title={words.about.team}>
        <ul className="grid team">
          {page.team.map(({ name, role, bio, path, picture }) => (
            <li key={name} className="team-card">
              <Image picture={picture} />
              <h3>
                <OptionalLink href={path}>{name}</OptionalLink>
              </h3>
              {role && <p className="team-card__role">{role}</p>}
              {bio && <p>{bio}</p>}
            </li>
          ))}
        </ul>
      </Section>
    )}
    {page.join && (
      <Section id="Join" title={page.join.title} className="heading-beside join">
        <Prose text={page.join.body} />
        <ButtonLine href={`mailto:${page.join.email}`} text={words.about.writeTo(page.join.email)} />
      </Section>
    )}
  </>
);
