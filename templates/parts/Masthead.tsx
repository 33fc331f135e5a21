import type { NameplatePicture, Navigation, Site, WithWords } from '../types.ts';
import { LinkItems, LinkList } from './Links.tsx';

export interface MastheadProps extends WithWords {
  readonly site: Site;
  /** Shown instead of the name. */
  readonly nameplate?: NameplatePicture | undefined;
  readonly navigation: Navigation;
  /** The address of the page; `undefined` if no menu links to it. */
  readonly current?: string;
}

export function Masthead({ site, words, nameplate, navigation, current }: MastheadProps) {
  const { region, established } = site;
  const { header, menus, sections, buttons } = navigation;
  const hasMenu = header.length + menus.length + sections.length > 0;
  return (
    <div className="masthead__inner page-width">
      <div className="masthead__name">
        <a href="/">{nameplate ? <Nameplate name={site.name} picture={nameplate} /> : site.name}</a>
      </div>
      <div className="masthead__date">
        {site.day && (
          <time dateTime={site.day.iso} data-zone={site.timeZone}>
            {words.masthead.latest(site.day.text)}
          </time>
        )}{' '}
        {region && <span>{region}</span>}
      </div>
      <div className="masthead__side">
        {buttons.length > 0
          ? buttons.map(({ title, path }) => (
              <a key={path} href={path} className="masthead__button screen-only">
                {title}
              </a>
            ))
          : established && words.masthead.established(established)}
      </div>
      {hasMenu && <Menus site={site} words={words} navigation={navigation} current={current} />}
      {site.search && (
        <a
          className="masthead__search screen-only"
          href={site.search}
          aria-current={site.search === current ? 'page' : undefined}
        >
          <span className="visually-hidden">{words.masthead.search}</span>
        </a>
      )}
    </div>
  );
}

const Nameplate = ({ name, picture }: { readonly name: string; readonly picture: NameplatePicture }) => {
  const { src, darkSrc, width, height } = picture;
  return (
    <picture>
      {darkSrc && <source srcSet={darkSrc} media="(prefers-color-scheme: dark)" />}
      <img src={src} alt={name} width={width} height={height} />
    </picture>
  );
};

/** The menus in a bar, and for narrow windows all in one. */
function Menus({ site, words, navigation, current }: MastheadProps) {
  const { header, menus, sections, buttons } = navigation;
  return (
    <>
      <nav className="menu-bar" aria-label={words.masthead.main}>
        {/* biome-ignore lint/a11y/useAnchorContent: repeats the name, for eyes and mice only */}
        <a className="masthead__short" href="/" tabIndex={-1} aria-hidden="true">
          {site.shortName}
        </a>
        <ul>
          <LinkItems links={header} current={current} />
          {menus.map(({ title, items }) => (
            <li key={title}>
              <details className="submenu" name="submenu" data-submenu>
                <summary className="chevron">{title}</summary>
                <LinkList links={items} current={current} />
              </details>
            </li>
          ))}
        </ul>
      </nav>
      <details className="mobile-menu screen-only" data-mobile-menu>
        <summary>
          <span aria-hidden="true" />
          {words.masthead.menu}
        </summary>
        <nav aria-label={words.masthead.allPages}>
          {[buttons.toReversed(), sections, header].map(
            (links, i) =>
              links.length > 0 && (
                <ul key={links[0]?.path} className={['mobile-menu__buttons', 'mobile-menu__sections'][i]}>
                  <LinkItems links={links} current={current} />
                </ul>
              ),
          )}
          {menus.map(({ title, items }) => (
            <section key={title} aria-label={title}>
              <p>{title}</p>
              <LinkList links={items} current={current} />
            </section>
          ))}
        </nav>
      </details>
    </>
  );
}

export const Sections = ({ navigation, current }: Pick<MastheadProps, 'navigation' | 'current'>) => (
  <div className="page-width">
    <LinkList links={navigation.sections} current={current} />
  </div>
);
