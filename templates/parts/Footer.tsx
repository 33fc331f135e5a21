import type { Site, WithWords } from '../types.ts';
import { FormOrFrame } from './Forms.tsx';
import { Button, ButtonLink, LinkList } from './Links.tsx';
import type { MastheadProps } from './Masthead.tsx';

type FooterProps = Pick<MastheadProps, 'site' | 'navigation' | 'words'> & Pick<Site, 'newsletter'>;

export const Footer = ({ site, navigation, newsletter, words }: FooterProps) => (
  <div className="footer__inner page-width">
    <div className="footer__about">
      <p className="footer__name">{site.name}</p>
      {site.network?.claim && <p>{site.network.claim}</p>}
      {site.support && <SupportDialog support={site.support} words={words} />}
      {newsletter && (
        <section className="screen-only" aria-labelledby="Footer-title">
          <h2 id="Footer-title">{newsletter.title}</h2>
          <p>{newsletter.text}</p>
          <FormOrFrame block={newsletter.block} id="Footer" words={words} />
        </section>
      )}
    </div>
    {navigation.footer.map((group) => (
      <nav key={group.title} aria-label={group.title}>
        <h2>{group.title}</h2>
        <LinkList links={group.items} />
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
      <Button text={title} command="show-modal" commandfor="Support" popoverTarget="Support" />
      <dialog className="dialog" id="Support" popover="auto" closedby="any" aria-labelledby="Support-title">
        <h2 id="Support-title">{title}</h2>
        {support.text && <p>{support.text}</p>}
        <p className="row">
          <ButtonLink strong href={support.donateUrl}>
            {donateLabel}
          </ButtonLink>
          <Button
            text={laterLabel}
            command="close"
            commandfor="Support"
            popoverTarget="Support"
            popoverTargetAction="hide"
          />
        </p>
      </dialog>
    </>
  );
}
