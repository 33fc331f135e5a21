import { Image } from '../parts/Image.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { Prose } from '../parts/Prose.tsx';
import type { Author, PageHead, PageProps, Picture, Section } from '../types.ts';

export interface AboutPageProps extends PageHead {
  readonly sections: readonly Section[];
  readonly details: readonly { readonly label: string; readonly value: string }[];
  readonly awards: readonly { readonly year: string; readonly title: string; readonly by?: string }[];
  readonly team: readonly (Author & { readonly picture: Picture })[];
  readonly join?: Section & { readonly email: string };
}

export function AboutPage({ page, words }: PageProps<AboutPageProps>) {
  return (
    <>
      <PageHeader page={page} words={words} />
      {page.sections.map((section, i) => (
        <section key={section.title} className="heading-beside" aria-labelledby={`Section-${i + 1}`}>
          <h2 id={`Section-${i + 1}`}>{section.title}</h2>
          <Prose text={section.body} />
        </section>
      ))}
      {page.details.length > 0 && (
        <section className="heading-beside" aria-labelledby="Details">
          <h2 id="Details">{words.about.details}</h2>
          <dl className="details-list">
            {page.details.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {page.awards.length > 0 && (
        <section className="heading-beside" aria-labelledby="Awards">
          <h2 id="Awards">{words.about.awards}</h2>
          <ul className="awards">
            {page.awards.map((award) => (
              <li key={award.year + award.title}>
                <time>{award.year}</time> <strong>{award.title}</strong> {award.by && <span>{award.by}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {page.team.length > 0 && <Team members={page.team} title={words.about.team} />}
      {page.join && (
        <section className="heading-beside join" aria-labelledby="Join">
          <h2 id="Join">{page.join.title}</h2>
          <Prose text={page.join.body} />
          <p>
            <a className="button" href={`mailto:${page.join.email}`}>
              {words.about.writeTo(page.join.email)}
            </a>
          </p>
        </section>
      )}
    </>
  );
}

interface TeamProps {
  readonly members: AboutPageProps['team'];
  readonly title: string;
}

const Team = ({ members, title }: TeamProps) => (
  <section aria-labelledby="Team">
    <h2 id="Team">{title}</h2>
    <ul className="grid team">
      {members.map((member) => (
        <li key={member.name} className="team-card">
          <Image picture={member.picture} />
          <h3>{member.name}</h3>
          {member.role && <p className="team-card__role">{member.role}</p>}
          {member.bio && <p>{member.bio}</p>}
        </li>
      ))}
    </ul>
  </section>
);
