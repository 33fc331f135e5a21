import type { NavItem, Navigation, Site } from '../types.ts';

interface MastheadProps {
  readonly site: Site;
  readonly navigation: Navigation;
  /** The address of the page; `undefined` if no menu links to it. */
  readonly current?: string;
}

/** The header of every page: the name, the date and both menus. */
export function Masthead({ site, navigation, current }: MastheadProps) {
  const groups = [navigation.categories, navigation.more];
  return (
    <div className="masthead__inner page-width">
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
        {/* biome-ignore lint/a11y/useAnchorContent: repeats the name, for eyes and mice only */}
        <a className="masthead__short" href="/" tabIndex={-1} aria-hidden="true">
          {site.shortName}
        </a>
        <ul>
          <MenuItems items={navigation.header} current={current} />
          {groups.map(({ title, items }) => (
            <li key={title}>
              <details className="submenu" name="submenu" data-submenu>
                <summary className="chevron">{title}</summary>
                <ul>
                  <MenuItems items={items} current={current} />
                </ul>
              </details>
            </li>
          ))}
        </ul>
      </nav>
      <details className="mobile-menu screen-only" data-mobile-menu>
        <summary>
          <span aria-hidden="true" />
          Menu
        </summary>
        <nav aria-label="All pages">
          <ul>
            <MenuItems items={navigation.header} current={current} />
          </ul>
          {groups.map(({ title, items }) => (
            <section key={title} aria-label={title}>
              <p>{title}</p>
              <ul>
                <MenuItems items={items} current={current} />
              </ul>
            </section>
          ))}
        </nav>
      </details>
    </div>
  );
}

const MenuItems = ({ items, current }: { readonly items: readonly NavItem[]; readonly current?: string }) =>
  items.map(({ title, path }) => (
    <li key={path}>
      <a href={path} aria-current={path === current ? 'page' : undefined}>
        {title}
      </a>
    </li>
  ));
