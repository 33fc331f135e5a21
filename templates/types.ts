/** What the templates are given. All of it is readonly: a page draws, it changes nothing. */

/** HTML made by Galley from Markdown, safe to set as it is. */
export type Html = string & { readonly __html: never };

/** An id that a template gives. It starts with a capital letter, and ids of headings, which are slugs, have none: so they never meet. */
export type TemplateId = Capitalize<string>;

/** A link of a menu: an address of the paper's own, or one elsewhere. */
export interface NavItem {
  readonly title: string;
  readonly path: string;
}

export interface NavGroup {
  readonly title: string;
  readonly items: readonly NavItem[];
}

/** A picture that stands at `src`; an empty `alt` means it only decorates. Sizes are in CSS pixels. */
export interface Picture {
  readonly src: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  /** The same in newer formats and in several widths, the format to be preferred first. */
  readonly sources?: readonly { readonly type: string; readonly srcset: string }[];
}

export interface Site {
  readonly name: string;
  readonly shortName: string;
  readonly tagline: string;
  readonly description: string;
  /** Scheme and host, without a slash at the end. */
  readonly baseUrl: string;
  /** As in `en-us`. */
  readonly language: string;
  readonly region: string;
  readonly established: number;
  readonly network: { readonly publications: number; readonly claim: string };
  readonly publisher: string;
  readonly contact: {
    readonly email: string;
    readonly phone: string;
    readonly street: string;
    readonly city: string;
    readonly state: string;
    readonly postalCode: string;
    readonly country: string;
    readonly hours: string;
    readonly mapUrl: string;
  };
  readonly geo: {
    readonly region: string;
    readonly placename: string;
    readonly latitude: number;
    readonly longitude: number;
  };
  readonly icon: string;
  readonly support: {
    readonly title: string;
    readonly text: string;
    readonly donateLabel: string;
    readonly donateUrl: string;
    readonly laterLabel: string;
  };
  readonly feedTitle: string;
  /** What follows a page's title in the browser's tab and in search results, where that is not ` | ` and the paper's name. */
  readonly titleSuffix?: string;
  /** The paper's own pages elsewhere. */
  readonly profiles?: readonly string[];
  /** The year the build counts as its own, in the paper's zone. */
  readonly year: number;
  /** The day of the newest post, as in `Friday, November 20, 2026`. */
  readonly dateline?: Moment;
}

export interface Navigation {
  readonly header: readonly NavItem[];
  readonly categories: NavGroup;
  readonly more: NavGroup;
  readonly footer: {
    readonly quickLinks: NavGroup;
    readonly about: NavGroup;
    readonly partners: NavGroup;
    readonly social: NavGroup;
  };
}

/** A frame of another service, ready to draw; `connected: false` where content has no id for it yet. */
export type Embed =
  | {
      readonly connected: true;
      readonly title: string;
      readonly src: string;
      readonly link: string;
      readonly linkLabel: string;
      /** Where the service really answers, for readers: `Google Drive`. */
      readonly service: string;
      readonly sandbox: string;
      readonly allow: string;
      readonly referrerPolicy:
        | 'no-referrer'
        | 'origin'
        | 'same-origin'
        | 'strict-origin'
        | 'strict-origin-when-cross-origin';
      /** Everything the frame may reach, for `frame-src`; `'self'` or origins. */
      readonly origins: readonly string[];
    }
  | { readonly connected: false; readonly title: string; readonly service: string };

/** An embed that reserves a height, in CSS pixels. */
export interface Frame {
  readonly embed: Embed;
  readonly height: number;
}

/** A headline of another source; a `summary` only where it is of the paper's own house. */
export interface Headline {
  readonly title: string;
  readonly link?: string;
  readonly published?: Moment;
  readonly summary?: string;
}

/** The headlines of a source, as they were when it was last read. */
export interface Board {
  readonly source: { readonly name: string; readonly url?: string };
  /** When the source was last read; missing where the paper itself keeps the list. */
  readonly read?: Moment;
  /** Whether that was too long ago to pass for news. */
  readonly stale: boolean;
  readonly headlines: readonly Headline[];
}

/** A feed of another source: a board of its headlines, a frame of a provider's board, or both. */
export interface FeedBlock {
  readonly title?: string;
  readonly feedTitle: string;
  readonly path?: string;
  readonly board?: Board;
  readonly frame?: Frame;
}

/** A form that writes an e-mail; a page has at most one. */
export interface Form {
  readonly category: string;
  readonly email: string;
  readonly body: Html;
  /** Whether it asks for words as well as for an address. */
  readonly message: boolean;
}

/** What an embed shows: the frame of a service, or the paper's own form, document or events, printed in place. */
export type FormBlock = Frame | { readonly form: Form };
export type DocumentBlock = Frame | { readonly document: Html };
export type WallBlock = Frame | { readonly events: readonly Event[] };

/** The paper's own advertisement, which shows where no other does. */
export interface HouseAd {
  readonly picture: Picture;
  readonly title: string;
  readonly text: string;
  readonly label: string;
  readonly path: string;
}

export interface AdSlot {
  readonly slot: string;
  readonly minHeight: number;
  readonly embed: Embed;
}

/** Two slots for one spot: one for wide windows, one for narrow ones. */
export interface AdPlacement {
  readonly desktop: AdSlot;
  readonly mobile: AdSlot;
  readonly house?: HouseAd;
}

/** A moment, as machines and as readers write it. */
export interface Moment {
  readonly iso: string;
  readonly text: string;
}

export interface Category {
  readonly name: string;
  readonly path?: string;
}

/** A post as cards and lists show it. */
export interface Post {
  readonly path: string;
  readonly title: string;
  readonly excerpt: string;
  readonly author: string;
  readonly published: Moment;
  /** Where it was changed after that. */
  readonly updated?: Moment;
  readonly category: Category;
  readonly tags: readonly string[];
  readonly picture: Picture;
}

export interface Plan {
  readonly name: string;
  /** As in `8.99`, US dollars. */
  readonly price: string;
  readonly period: string;
  readonly features: readonly string[];
  readonly cta: string;
  readonly popular: boolean;
  /** Where the plan is taken, if that is not by mail. */
  readonly path?: string;
}

/** Who takes orders by mail, and by telephone from those who have no mail program. */
export interface Desk {
  readonly email: string;
  readonly phone: string;
}

export interface Department {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly about: string;
}

/** Someone of the team, as articles name them. */
export interface Author {
  readonly name: string;
  readonly role: string;
  readonly bio: string;
}

export interface TeamMember extends Author {
  readonly picture: Picture;
}

export interface FaqCategory {
  readonly id: string;
  readonly title: string;
  readonly items: readonly { readonly q: string; readonly a: Html }[];
}

export interface PartnerDocument {
  readonly title: string;
  readonly about: string;
  readonly block: DocumentBlock;
}

/** What happens somewhere, and when: in words of its own, by its dates, or both. */
export interface Event {
  readonly title: string;
  readonly when?: string;
  readonly dates?: {
    /** ISO 8601, with the zone. */
    readonly starts: string;
    readonly ends?: string;
    /** Both, as in `Sat, Dec 5, 10 a.m. to noon`. */
    readonly text: string;
  };
  readonly where: string;
  readonly about: string;
  readonly url?: string;
}

export interface Book {
  readonly title: string;
  readonly author: string;
  readonly isbn?: string;
  readonly url: string;
  readonly cover: Picture;
}

export interface Button {
  readonly label: string;
  readonly url: string;
}

export interface Section {
  readonly title: string;
  readonly body: Html;
}

export interface Newsletter {
  readonly title: string;
  readonly text: string;
  readonly block: FormBlock;
}

/** The posts of one month, newest first. */
export interface ArchiveMonth {
  readonly id: string;
  readonly name: string;
  readonly posts: readonly Post[];
}

/** A year of the archive and where it stands. */
export interface ArchiveYear {
  readonly year: string;
  readonly path: string;
  readonly months: readonly { readonly id: string; readonly name: string; readonly count: number }[];
  readonly count: number;
}

/** What every page has. */
export interface PageHead {
  /** The name of its kind. */
  readonly kind: string;
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly headline: string;
  readonly tagline?: string;
  readonly noindex: boolean;
  /** What social networks show beside a link to the page. */
  readonly shareImage: Picture;
  readonly updated?: Moment;
  /** From the home page down to this one. */
  readonly breadcrumbs: readonly NavItem[];
  /** The post, if the page is an article. */
  readonly article?: Post;
  /** Whether its title needs no name of the paper after it. */
  readonly hasWholeTitle?: boolean;
  /** Whether it is shown at other addresses than its own. */
  readonly hasNoAddress?: boolean;
  /** Shown in frames only, without the header and footer of the paper. */
  readonly isFramed?: boolean;
  /** Whether its links open outside of its frame. */
  readonly linksLeaveFrame?: boolean;
}

/** A program of the radio. */
export interface Show {
  /** When it is on, in words. */
  readonly time: string;
  /** The same for programs: `06:00-09:00`. */
  readonly hours?: string;
  readonly title: string;
  readonly about: string;
}

/** Addresses of the built assets. */
export interface Assets {
  readonly stylesheet: string;
  /** Loaded with the page, before the stylesheet asks for them. */
  readonly fonts: readonly string[];
  /** By name: `site` is for every page, any other for the pages of the kind it is named by. */
  readonly scripts: Readonly<Record<string, string>>;
}
