/** The props that several components have. All of them are readonly. */

import type { HTMLAttributeReferrerPolicy } from 'react';
import type { Words } from './words/words.ts';

/** HTML that Galley made, safe to insert without escaping. */
export type Html = string & { readonly __html: never };

/** A Markdown text of content; `Prose` renders it. */
export interface MarkdownText {
  readonly markdown: string;
}

/** An id in a template. It starts with a capital letter, and so differs from all ids of headings, which are lowercase slugs. */
export type TemplateId = Capitalize<string>;

export interface NavItem {
  readonly title: string;
  /** A page of the site, or an address elsewhere. */
  readonly path: string;
}

export interface NavGroup {
  readonly title: string;
  readonly items: readonly NavItem[];
}

/** A picture; an empty `alt` means that it is decorative. Sizes are in CSS pixels. */
export interface Picture {
  readonly src: string;
  readonly alt: string;
  readonly width: number;
  readonly height: number;
  /** What must stay in sight where it is cropped. */
  readonly focus?: 'top' | 'center' | 'bottom' | 'left' | 'right' | undefined;
  /** Drawn by Galley in place of one. */
  readonly isDrawn?: boolean;
  /** The same picture in newer formats and several widths, the preferred format first. */
  readonly sources?: readonly { readonly type: string; readonly srcset: string }[];
  /** The paths of crops to other shapes, which search engines ask for. */
  readonly crops?: readonly string[] | undefined;
}

type Address = 'street' | 'city' | 'state' | 'postalCode' | 'country';
type ContactField = Address | 'email' | 'phone' | 'hours' | 'mapUrl';

export interface Site {
  readonly name: string;
  readonly shortName: string;
  readonly tagline?: string;
  readonly description?: string;
  /** Scheme and host, without a slash at the end. */
  readonly baseUrl: string;
  /** Whether it is not for readers yet, and search engines must not show it. */
  readonly isPreview?: boolean | undefined;
  /** The service that counts readers, its host, and what it calls the paper. */
  readonly analytics?: { readonly provider: string; readonly host: string; readonly id: string } | undefined;
  /** The address of an image by which another service counts them. */
  readonly pixel?: string | undefined;
  /** As in `en-us`. */
  readonly language: string;
  readonly region?: string;
  readonly established?: number;
  readonly network?: { readonly publications?: number; readonly claim?: string };
  readonly publisher: string;
  readonly contact?: Readonly<Partial<Record<ContactField, string>>>;
  readonly geo?: Readonly<
    Partial<Record<'region' | 'placename', string> & Record<'latitude' | 'longitude', number>>
  >;
  readonly icon: string;
  readonly support?: {
    readonly title?: string;
    readonly text?: string;
    readonly donateLabel?: string;
    readonly donateUrl: string;
    readonly laterLabel?: string;
    /** After each article. */
    readonly ask?: { readonly text: string; readonly label?: string; readonly path?: string };
  };
  /** A form that signs up at a service, after each article and in the footer of pages without one. */
  readonly newsletter?: (Newsletter & { readonly block: { readonly signup: Signup } }) | undefined;
  /** Missing if the site has no feeds. */
  readonly feedTitle?: string;
  /** Added to the title of a page in tabs and search results; by default ` | ` and the name of the site. */
  readonly titleSuffix?: string;
  readonly search?: string | undefined;
  /** The site's pages in social networks. */
  readonly profiles?: readonly string[];
  readonly alert?: AlertBand | undefined;
  /** The year of the build, in the time zone of the site. */
  readonly year: number;
  /** In which its days begin. */
  readonly timeZone: string;
  /** The day of the newest post, as in `Friday, November 20`, with the year unless it is this one. */
  readonly day?: Moment;
}

export interface Navigation {
  readonly header: readonly NavItem[];
  readonly sections: readonly NavItem[];
  readonly buttons: readonly NavItem[];
  /** The menus that open in the header, and those of the footer; none is empty. */
  readonly menus: readonly NavGroup[];
  readonly footer: readonly NavGroup[];
}

/** A frame of another service; `connected: false` if content has no id for it yet. */
export type Embed =
  | {
      readonly connected: true;
      readonly title: string;
      readonly src: string;
      readonly link: string;
      readonly linkLabel: string;
      /** The name of the service that answers, for readers: `Google Drive`. */
      readonly service: string;
      readonly sandbox: string;
      readonly allow: string;
      readonly allowFullScreen: boolean;
      readonly referrerPolicy: HTMLAttributeReferrerPolicy;
      /** All origins the frame may load, for `frame-src`; `'self'` or origins. */
      readonly origins: readonly string[];
    }
  | { readonly connected: false; readonly title: string; readonly service: string };

/** An embed that reserves a height, in CSS pixels. */
export interface Frame {
  readonly embed: Embed;
  readonly height: number;
}

export interface Headline {
  readonly title: string;
  readonly link?: string;
  readonly published?: Moment;
}

export interface Board {
  readonly source: { readonly name: string; readonly url?: string };
  /** When the source was last read; missing for the paper's own feed files. */
  readonly read?: Moment;
  readonly headlines: readonly Headline[];
}

/** The feed of another site: a board of its headlines, a frame with a provider's board, or both. */
export interface FeedBlock {
  readonly title?: string;
  readonly feedTitle: string;
  readonly path?: string;
  readonly board?: Board;
  readonly frame?: Frame;
}

/** A form that starts an e-mail. */
export interface Form {
  readonly category: string;
  readonly email: string;
  readonly body?: MarkdownText;
  readonly message: boolean;
}

/** The frame of a service, or the site's own form or events instead. */
export type FormBlock = Frame | { readonly form: Form } | { readonly signup: Signup };
/** The calendar of the paper, if a page has no wall. */
export type EventsBlock =
  | Frame
  | { readonly events: readonly CalendarEntry[] }
  | { readonly calendar: Calendar };

/** The site's own advertisement, shown until another one has loaded. */
export interface HouseAd extends NavItem {
  readonly picture?: Picture | undefined;
  readonly text: string;
  readonly label: string;
}

/** A placement of advertisements: a slot for wide windows and one for narrow ones, or a height for the paper's own. */
export interface AdPlacement {
  readonly slots: readonly {
    readonly slot: string;
    readonly width: 'desktop' | 'mobile';
    readonly minHeight: number;
    readonly embed: Embed;
  }[];
  readonly minHeight: number | undefined;
  readonly house?: HouseAd;
  /** Instead of all of these. */
  readonly booked?: readonly Campaign[];
}

/** What somebody who pays for it, the sponsor, or the paper itself has booked, with its share of a place. */
export interface Campaign {
  readonly id: string;
  readonly url: string;
  readonly wide: Picture;
  readonly narrow: Picture | undefined;
  readonly sponsor: string | undefined;
  readonly share: number;
}

/** A date, with or without a time of day, in ISO 8601 and in words. */
export interface Moment {
  readonly iso: string;
  readonly text: string;
}

/** When a story was published: the day alone is `text`, and `when` has its time of day, as in `Nov 20, 7:02 p.m.` */
export interface StoryTime extends Moment {
  readonly when: string;
}

export interface Named {
  readonly name: string;
  readonly path?: string;
}

export interface Post {
  readonly path: string;
  readonly title: string;
  readonly excerpt: string;
  readonly authors: readonly Named[];
  readonly published: StoryTime;
  readonly updated?: StoryTime | undefined;
  readonly category: Named;
  readonly tags: readonly Named[];
  /** Missing for a story of words alone. */
  readonly picture?: Picture | undefined;
  /** The drawing of its category, for places where each story must have a picture. */
  readonly cover: Picture;
  /** A mark of the day: that it just broke, or is still being reported. */
  readonly mark?: 'breaking' | 'live' | undefined;
  readonly points?: readonly string[] | undefined;
  readonly caption?: { readonly text?: string | undefined; readonly credit?: string | undefined } | undefined;
  /** A short label above the headline, in place of the category. */
  readonly kicker?: string;
  /** The sentence under the headline of the article, in place of the excerpt. */
  readonly deck?: string;
  readonly source?: { readonly name: string; readonly url: string };
  /** The label of a story that somebody paid for. */
  readonly sponsored?: { readonly label: string; readonly by?: string };
  readonly corrections?: Corrections;
  /** In a preview: that it is a draft, or when it is published. */
  readonly status?: string | undefined;
}

/** Something to know of a notice: a date, an address, or words; `more` is a second line. */
export interface NoticeFact {
  readonly name: string;
  readonly text: string;
  readonly iso?: string | undefined;
  readonly path?: string | undefined;
  readonly more?: string | undefined;
}

/** What a notice has besides what posts have. */
export interface Notice {
  readonly form: 'obituary' | 'notice';
  /** The day of its publication, as in `Tuesday, November 24`, with the year unless it is this one. */
  readonly day: Moment;
  /** Of a life: `1948–2026`. */
  readonly years: string | undefined;
  readonly place: string | undefined;
  readonly service: NoticeFact | undefined;
  readonly facts: readonly NoticeFact[];
  readonly isPaid: boolean;
  readonly isOver: boolean;
}

/** The names of the newest notices of a kind, and the address of all. */
export interface NoticeNames extends NavItem {
  readonly names: readonly NavItem[];
}

export interface AlertBand {
  readonly text: string;
  readonly label?: string | undefined;
  readonly level: 'notice' | 'warning' | 'emergency';
  readonly link: NavItem | undefined;
  readonly until: Moment | undefined;
}

/** A story that is or was told in entries while it happened. */
export interface LiveStory {
  /** Whether it is complete. */
  readonly isOver: boolean;
  readonly newest: StoryTime;
  /** The moment of the first, in ISO 8601. */
  readonly oldest: string;
  /** Pinned ones first, newest first. */
  readonly entries: readonly LiveEntry[];
  /** The entries that matter most. */
  readonly moments: readonly LiveEntry[];
}

export interface LiveEntry {
  readonly id: TemplateId;
  readonly time: Moment;
  /** Empty if its heading has only a time. */
  readonly title: string;
  readonly isPinned: boolean;
  readonly authors: readonly Named[];
  readonly body: MarkdownText;
}

/** The corrections of a story, newest first, and where the paper shows them. */
export interface Corrections {
  readonly place: 'top' | 'bottom';
  readonly all?: string | undefined;
  readonly entries: readonly { readonly date: Moment; readonly text: string }[];
}

export interface TeamMember extends Named {
  readonly role?: string;
  readonly bio?: string;
  readonly picture: Picture;
}

export interface Series {
  readonly name: string;
  /** Of the post. */
  readonly number: number;
  /** All parts, in order. */
  readonly parts: readonly { readonly number: number; readonly title: string; readonly path: string }[];
}

type EventField = 'when' | 'where' | 'about' | 'url' | 'address' | 'tickets' | 'organizer';

/** An event of the calendar at one of its times, or one whose days are words alone. */
export interface CalendarEntry extends Readonly<Partial<Record<EventField, string>>> {
  readonly title: string;
  readonly price?: { readonly text: string; readonly amount: number; readonly currency: string } | undefined;
  readonly picture?: Picture | undefined;
  readonly cancelled?: boolean | undefined;
  readonly file?: string | undefined;
  /** How it repeats, in words and for programs. */
  readonly repeats?: string | undefined;
  readonly starts?: string | undefined;
  readonly ends?: string | undefined;
  /** When it begins and ends, as its day needs it; and both with the day, as in `Sat, Dec 5, 10 a.m. to noon`. */
  readonly time?: string;
  readonly until?: string | undefined;
  readonly text?: string;
  /** Its last day: `2026-12-05`. */
  readonly last?: string;
}

/** The events of a day, or others under a title. The day has its words in parts such as the month, and how far off it is: `in 8 days`. */
export interface CalendarGroup {
  readonly title?: string;
  readonly day?: {
    readonly iso: string;
    readonly parts: readonly { readonly type: string; readonly value: string }[];
    readonly away: string;
  };
  readonly entries: readonly CalendarEntry[];
}

export type RegularEvent = CalendarEntry & { readonly hours: string; readonly next: Moment };

export interface Calendar {
  readonly groups: readonly CalendarGroup[];
  readonly regular: readonly RegularEvent[];
  /** Events whose season is to come, and their heading. */
  readonly later: readonly RegularEvent[];
}

/** What is on in the next days, each with its address, and where all events are. */
export interface EventsAhead {
  readonly title: string;
  readonly path: string | undefined;
  readonly events: readonly (CalendarEntry & { readonly path: string | undefined })[];
}

export interface TitledText {
  readonly title: string;
  readonly body: MarkdownText;
}

/** A form that signs up for the newsletter at a service. */
export interface Signup {
  readonly action: string;
  /** The name of the field for the address. */
  readonly field: string;
  readonly hidden: readonly (readonly [name: string, value: string])[];
  /** The name of a field that only robots fill. */
  readonly trap: string | undefined;
  readonly origins: readonly string[];
  readonly privacy: string;
}

export interface Newsletter {
  readonly title: string;
  readonly text?: string;
  readonly block: FormBlock;
}

export interface PageHead {
  /** The name of its page kind. */
  readonly kind: string;
  readonly path: string;
  readonly title: string;
  readonly description?: string;
  readonly keywords: readonly string[];
  readonly headline: string;
  readonly tagline?: string;
  readonly noindex: boolean;
  /** The picture that social networks show with a link to the page. */
  readonly shareImage: Picture;
  readonly updated?: Moment;
  /** From the home page down to this one. */
  readonly breadcrumbs: readonly NavItem[];
  readonly article?: Post;
  readonly feed?: { readonly title: string; readonly path: string } | undefined;
  readonly hasWholeTitle?: boolean;
  /** Whether it has no canonical address, as the not-found page. */
  readonly hasNoAddress?: boolean;
  /** Whether it is shown in frames only, without header and footer. */
  readonly isFramed?: boolean;
  readonly linksLeaveFrame?: boolean;
}

/** A drawing of the paper's name; sizes in CSS pixels. */
export interface NameplatePicture extends Pick<Picture, 'src' | 'width' | 'height'> {
  /** For dark backgrounds, if that is a different drawing. */
  readonly darkSrc?: string | undefined;
}

export interface SiteLook {
  /** Colors of the browser's bars, by color scheme, if the theme sets any color. */
  readonly bars?: { readonly light: string; readonly dark: string } | undefined;
  readonly nameplate?: NameplatePicture | undefined;
}

/** Props with the words of the interface, in the language of the site. */
export interface WithWords {
  readonly words: Words;
}

export interface PageProps<Page extends PageHead> extends WithWords {
  readonly page: Page;
  readonly site: Site;
}

/** A part that only some pages of a kind show: a stylesheet of `templates/styles/parts/`. */
export type PartName = string;

export interface Assets {
  /** By the kind of page. */
  readonly stylesheets: Readonly<Record<string, string>>;
  readonly parts: Readonly<Partial<Record<PartName, string>>>;
  readonly custom?: string | undefined;
  /** Preloaded by every page. */
  readonly fonts: readonly string[];
  /** By name: `site` is for every page, any other for the kind of page or the part it is named after. */
  readonly scripts: Readonly<Record<string, string>>;
}
