import type { NavGroup, NavItem, Navigation, Site } from '../types.ts';

interface MastheadProps {
  readonly site: Site;
  readonly navigation: Navigation;
  /** The address of the page it stands on; `undefined` on pages no menu leads to. */
  readonly current?: string;
}

/** What stands at the top of every page: the paper's name, its day and both menus. */
export function Masthead({ site, navigation, current }: MastheadProps) {
  return (
    <div className="masthead__inner">
      <div className="masthead__name">
        <a href="/">{site.name}</a>
      </div>
      {site.dateline && (
        <div className="masthead__date">
          <time dateTime={site.dateline.iso}>{site.dateline.text}</time>
        </div>
      )}
      <div className="masthead__since">
        <span>{site.region}</span> Established {site.established}
      </div>
      <nav className="menu-bar" aria-label="Main">
        {/* biome-ignore lint/a11y/useAnchorContent: the name again, for eyes and mice only */}
        <a className="masthead__short" href="/" tabIndex={-1} aria-hidden="true">
          {site.shortName}
        </a>
        <ul>
          {navigation.header.map((item) => (
            <li key={item.path}>
              <MenuLink item={item} current={current} />
            </li>
          ))}
          {[navigation.categories, navigation.more].map((group) => (
            <li key={group.title}>
              <Submenu group={group} current={current} />
            </li>
          ))}
        </ul>
      </nav>
      <details className="mobile-menu" data-mobile-menu>
        <summary>
          <span aria-hidden="true" />
          Menu
        </summary>
        <nav aria-label="All pages">
          <ul>
            {navigation.header.map((item) => (
              <li key={item.path}>
                <MenuLink item={item} current={current} />
              </li>
            ))}
          </ul>
          {[navigation.categories, navigation.more].map((group) => (
            <section key={group.title} aria-label={group.title}>
              <p>{group.title}</p>
              <ul>
                {group.items.map((item) => (
                  <li key={item.path}>
                    <MenuLink item={item} current={current} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
      </details>
    </div>
  );
}

function Submenu({ group, current }: { readonly group: NavGroup; readonly current?: string }) {
  return (
    <details className="submenu" name="submenu" data-submenu>
      <summary>{group.title}</summary>
      <ul>
        {group.items.map((item) => (
          <li key={item.path}>
            <MenuLink item={item} current={current} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function MenuLink({ item, current }: { readonly item: NavItem; readonly current?: string }) {
  return (
    <a href={item.path} aria-current={item.path === current ? 'page' : undefined}>
      {item.title}
    </a>
  );
}
