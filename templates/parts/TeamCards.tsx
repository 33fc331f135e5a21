import type { TeamMember } from '../types.ts';
import { Image } from './Image.tsx';
import { OptionalLink } from './Links.tsx';

interface TeamCardsProps {
  readonly team: readonly (TeamMember & { readonly note?: string })[];
  readonly heading: 'h2' | 'h3';
}

/** The members of the team, linked to their pages, each with a note under the name's role. */
export const TeamCards = ({ team, heading: Heading }: TeamCardsProps) => (
  <ul className="grid team">
    {team.map(({ name, role, bio, path, picture, note }) => (
      <li key={name} className="team-card">
        <Image picture={picture} />
        <Heading>
          <OptionalLink href={path}>{name}</OptionalLink>
        </Heading>
        {role && <p className="team-card__role">{role}</p>}
        {bio && <p>{bio}</p>}
        {note && <p className="fine">{note}</p>}
      </li>
    ))}
  </ul>
);
