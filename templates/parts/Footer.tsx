import type { NavGroup, Navigation, Site } from '../types.ts';

/** What stands at the foot of every page: links, the network's claims, and the way to support the paper. */
export function Footer({ site, navigation }: { readonly site: Site; readonly navigation: Navigation }) {
  const { quickLinks, about, partners, social } = navigation.footer;
  return (
    <div className="footer__inner">
      <div className="footer__about">
        <p className="footer__name">{site.name}</p>
        <p>{site.network.claim}</p>
        <SupportDialog support={site.support} />
      </div>
      {[quickLinks, about, partners, social].map((group) => (
        <FooterLinks key={group.title} group={group} />
      ))}
      <p>
        © {site.year} {site.publisher}. All rights reserved.
      </p>
    </div>
  );
}

function FooterLinks({ group }: { readonly group: NavGroup }) {
  return (
    <nav aria-label={group.title}>
      <h2>{group.title}</h2>
      <ul>
        {group.items.map((item) => (
          <li key={item.path}>
            <a href={item.path}>{item.title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Opened by the platform: as a modal where it knows invoker commands, else as a popover. */
function SupportDialog({ support }: { readonly support: Site['support'] }) {
  return (
    <>
      <button
        className="button"
        type="button"
        command="show-modal"
        commandfor="Support"
        popoverTarget="Support"
      >
        {support.title}
      </button>
      <dialog className="dialog" id="Support" popover="auto" closedby="any" aria-labelledby="Support-title">
        <h2 id="Support-title">{support.title}</h2>
        <p>{support.text}</p>
        <p className="row">
          <a className="button button--strong" href={support.donateUrl}>
            {support.donateLabel}
          </a>
          <button
            className="button"
            type="button"
            command="close"
            commandfor="Support"
            popoverTarget="Support"
            popoverTargetAction="hide"
          >
            {support.laterLabel}
          </button>
        </p>
      </dialog>
    </>
  );
}
