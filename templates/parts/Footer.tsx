import type { Site, WithWords } from '../types.ts';
import { ButtonLink, LinkItems } from './Links.tsx';
import type { MastheadProps } from './Masthead.tsx';

export const Footer = ({ site, navigation, words }: Pick<MastheadProps, 'site' | 'navigation' | 'words'>) => (
  <div className="footer__inner page-width">
    <div className="footer__about">
      <p className="footer__name">{site.name}</p>
      {site.network?.claim && <p>{site.network.claim}</p>}
      {site.support && <SupportDialog support={site.support} words={words} />}
    </div>
    {navigation.footer.map((group) => (
      <nav key={group.title} aria-label={group.title}>
        <h2>{group.title}</h2>
        <ul>
          <LinkItems links={group.items} />
        </ul>
      </nav>
    ))}
    <p>
      © {site.year} {site.publisher}. {words.footer.rights}
    </p>
  </div>
);

/** Opens without scripts: as a modal where browsers support invoker commands, otherwise as a popover. */
function SupportDialog({ support, words }: WithWords & { readonly support: NonNullable<Site['support']> }) {
  const {
    title = words.footer.support,
    donateLabel = words.footer.donate,
    laterLabel = words.footer.later,
  } = support;
  return (
    <>
      <button
        className="button"
        type="button"
        command="show-modal"
        commandfor="Support"
        popoverTarget="Support"
      >
        {title}
      </button>
      <dialog className="dialog" id="Support" popover="auto" closedby="any" aria-labelledby="Support-title">
        <h2 id="Support-title">{title}</h2>
        {support.text && <p>{support.text}</p>}
        <p className="row">
          <ButtonLink strong href={support.donateUrl}>
            {donateLabel}
          </ButtonLink>
          <button
            className="button"
            type="button"
            command="close"
            commandfor="Support"
            popoverTarget="Support"
            popoverTargetAction="hide"
          >
            {laterLabel}
          </button>
        </p>
      </dialog>
    </>
  );
}
