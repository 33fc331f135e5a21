import type { Navigation, Site } from '../types.ts';

/** The footer of every page. */
export function Footer({ site, navigation }: { readonly site: Site; readonly navigation: Navigation }) {
  const { quickLinks, about, partners, social } = navigation.footer;
  return (
    <div className="footer__inner page-width">
      <div className="footer__about">
        <p className="footer__name">{site.name}</p>
        <p>{site.network.claim}</p>
        <SupportDialog support={site.support} />
      </div>
      {[quickLinks, about, partners, social].map((group) => (
        <nav key={group.title} aria-label={group.title}>
          <h2>{group.title}</h2>
          <ul>
            {group.items.map((item) => (
              <li key={item.path}>
                <a href={item.path}>{item.title}</a>
              </li>
            ))}
          </ul>
        </nav>
      ))}
      <p>
        © {site.year} {site.publisher}. All rights reserved.
      </p>
    </div>
  );
}

/** Opens without scripts: as a modal where browsers support invoker commands, otherwise as a popover. */
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
