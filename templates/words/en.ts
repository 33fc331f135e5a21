/** A time of day, as numbers and as its region writes it. */
export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
  readonly text: string;
  /** Whether the region's clock has twelve hours. */
  readonly isHalfDay: boolean;
}

/** Made when it is needed: loading its data takes longer than the start of the program. */
const listed = (words: readonly string[]) => new Intl.ListFormat('en').format(words);

/** Every word of the site's interface, in English; other languages have the same messages. */
export const en = {
  direction: 'ltr',
  /** The words between the names of two authors. */
  and: ['and'],

  page: {
    skip: 'Skip to the news',
    breadcrumb: 'Breadcrumb',
    home: 'Home',
    updated: 'Last updated',
    advertisement: 'Advertisement',
  },
  preview: {
    title: 'Preview',
    text: 'This is not the published paper.',
    draft: 'Draft',
    /** With a day and a time. */
    scheduled: (moment: string) => `Scheduled for ${moment}`,
  },
  masthead: {
    /** The day, on a line by itself. */
    day: (day: string) => day,
    /** Without scripts, in place of today: the day of the newest post. */
    latest: (day: string) => `Latest edition: ${day}`,
    sections: 'Sections',
    established: (year: number) => `Established ${year}`,
    main: 'Main',
    menu: 'Menu',
    allPages: 'All pages',
    search: 'Search',
  },
  footer: {
    rights: 'All rights reserved.',
    support: 'Support Our Work',
    donate: 'Donate',
    later: 'Maybe Later',
  },
  moved: {
    title: 'This page has moved',
    /** Before the title or the address of the page. */
    to: 'This page has moved to',
  },
  notFound: {
    title: 'Page Not Found',
    reasons: 'The page might have been moved or deleted, or the address was wrong.',
    home: 'Return to Homepage',
    sections: 'Sections to try',
    trySection: 'Or try a section',
  },

  front: {
    topStories: (part: number) => (part === 1 ? 'Top stories' : `Top stories, part ${part}`),
    video: 'Featured Video',
    /** The heading of the smallest stories. */
    briefs: 'In brief',
    /** The part of the page with headlines of other sources. */
    band: 'From other newsrooms',
    bandText: 'Headlines of papers and stations we read; the links lead to their sites.',
    marks: { live: 'Live', breaking: 'Breaking' },
    /** Before the name of who paid for a story. */
    paidBy: 'Paid for by',
  },
  posts: {
    /** Before the name of an author. */
    by: 'By',
    /** Between the names of authors, before the next one. */
    between: (_next: string, isLast: boolean): string => (isLast ? ' and ' : ', '),
    /** Before a time. */
    updated: 'Updated',
    /** In place of the authors of a story that nobody signed. */
    byPaper: (paper: string) => `By ${paper.replace(/^The /, 'the ')}`,
    read: 'Read Full Article',
    sponsored: (by: string | undefined) => (by === undefined ? 'Sponsored' : `Sponsored by ${by}`),
    none: 'There are no stories yet.',
    newsroom: 'From Our Newsroom',
    feed: 'RSS Feed',
    subscribeToFeed: 'Subscribe to RSS Feed',
    subscribeToNewsletter: 'Subscribe to Newsletter',
  },
  list: {
    pages: 'Pages of posts',
    page: (number: number) => `Page ${number}`,
    newer: 'Newer',
    older: 'Older',
    /** The title of a later page, and the sentence after its description. */
    title: (title: string, number: number) => `${title}, page ${number}`,
    pageOf: (number: number, of: number) => `Page ${number} of ${of}.`,
  },
  archives: {
    years: 'Years',
    stories: (count: number, shown: string) => `${shown} ${count === 1 ? 'story' : 'stories'}`,
    month: (month: string, year: string) => `${month} ${year}`,
    storiesOf: (year: string) => `Stories of ${year}.`,
  },
  search: {
    field: 'Headlines, summaries, names, authors and tags',
    results: 'Stories found',
  },
  newsletter: {
    onWeb: 'Read this on the web',
    unsubscribe: 'Unsubscribe',
    title: 'The newsletter',
    signUp: 'Sign up',
    privacy: 'Your address is used for this newsletter alone. You can leave at any time.',
    /** On which days of the week, and at what time. */
    when: (days: readonly string[], time: string) =>
      `It comes ${days.length === 7 ? 'every day' : `on ${listed(days)}`} at ${time}`.replace(/[^.]$/, '$&.'),
    last: (day: string | undefined) => (day === undefined ? 'The last one' : `The last one: ${day}`),
    asMail: 'See it as it looks in the mail',
  },
  article: {
    tags: 'Tags',
    /** Before the date of a correction. */
    correction: 'Correction,',
    wholeStory: (source: string) => `Read the whole story at ${source}`,
    about: (author: string) => `About ${author}`,
    team: 'Meet the team',
    /** A sentence with a link in it. */
    newsletter: {
      before: 'Stories like this one, by email: ',
      link: 'sign up for the newsletter',
      after: '.',
    },
    related: 'Related stories',
    /** Leads to the corrections of these days. */
    corrected: (days: readonly string[]) => `Corrected ${listed(days)}`,
  },
  live: {
    /** Before a time. */
    newest: 'Newest entry',
    known: 'What we know',
    moments: 'Key moments',
    pinned: 'Pinned',
    /** Leads to an entry itself. */
    link: 'Link to this entry',
  },
  /** Above the caption of a picture among others. */
  gallery: { count: (number: number, of: number) => `${number} of ${of}` },
  corrections: { none: 'Nothing has been corrected yet.' },
  share: {
    title: 'Share this article',
    email: 'Email',
    copy: 'Copy link',
    share: 'Share…',
  },

  authors: {
    storiesBy: (author: string) => `Stories by ${author}`,
  },
  tags: {
    /** With the newest headlines. */
    storiesOf: (tag: string, titles: string) => `Stories tagged “${tag}”: ${titles}`,
  },
  series: {
    /** Above the parts of a series. */
    part: (part: number, series: string) => `Part ${part} of “${series}”`,
    number: (part: number) => `Part ${part}`,
    title: (series: string) => `The series: ${series}`,
  },

  about: {
    details: 'Publication details',
    awards: 'Awards',
    team: 'Our team',
    writeTo: (email: string) => `Write to ${email}`,
  },
  books: {
    back: 'Back to Home',
    all: 'All books',
    /** Drawn if a cover cannot be loaded. */
    noCover: 'Cover not at hand',
  },
  contact: {
    write: 'Write to us',
    departments: 'Departments',
    map: 'See it on a map',
  },
  events: {
    none: 'Nothing is on the calendar just now. Please look in again.',
    moreAt: (host: string) => `More at ${host}`,
    time: timeInWords,
    hours: hoursInWords,
    /** From a day, or a day and a time, to another. */
    until: (start: string, end: string) => `${start}, to ${end}`,
    allDay: 'All day',
    to: (end: string) => `to ${end}`,
    /** What began before today, and when it is over. */
    now: 'On now',
    lasts: (day: string) => `until ${day}`,
    /** A day on which an event repeats: each week, or the first to fourth, or last (-1), of a month. */
    repeats: (weekday: string, place: number | undefined) =>
      `${place === undefined ? '' : `${['first', 'second', 'third', 'fourth'][place - 1] ?? 'last'} `}${weekday}s`,
    addToCalendar: 'Add to calendar',
    tickets: 'Tickets',
    map: 'Map',
    free: 'Free',
    cancelled: 'Cancelled',
    by: (organizer: string) => `Held by ${organizer}`,
    others: 'At other times',
    regular: 'Every week or month',
    next: (day: string) => `next ${day}`,
    later: 'Back later',
    /** By season, from winter. */
    from: (day: string) => `from ${day}`,
    own: 'All of them in your calendar',
    ownText: 'Your calendar asks for new dates by itself.',
    follow: 'Follow',
    download: 'Get the file',
    ahead: 'The next seven days',
  },
  notices: {
    kinds: 'Kinds of notices',
    all: 'All',
    none: 'There are no notices.',
    find: 'Find a name or a street',
    findAll: 'Search everything',
    born: 'Born',
    died: 'Died',
    where: 'Place',
    service: { obituary: 'Service', notice: 'Date' },
    serviceFor: (name: string) => `Service for ${name}`,
    /** Before an address or a number. */
    contact: { obituary: 'Flowers and gifts', notice: 'Contact' },
    published: 'Published',
    until: 'Until',
    paid: 'Paid notice',
    expired: 'This notice has expired.',
  },
  alert: {
    /** With a time, a day, or both. */
    until: (moment: string) => `Until ${moment}`,
    more: 'Read more',
  },
  faq: { categories: 'Question categories' },
  form: {
    name: 'Name',
    email: 'Email',
    message: 'Message',
    send: 'Write the email',
    category: 'Your mail is filed under:',
  },
  plans: {
    title: 'Plans',
    popular: 'Most Popular',
    subscribe: 'Subscribe',
    /** Before a telephone number. */
    byPhone: 'By phone:',
    corporate: 'Corporate subscriptions',
    /** A message that orders a plan. */
    order: {
      subject: (plan: string) => `Subscribe: ${plan}`,
      lines: (plan: string, paper: string) => [
        `Plan: ${plan}`,
        '',
        `I would like to subscribe to ${paper}.`,
        '',
        'Name: ',
        'Address: ',
        'Phone: ',
      ],
    },
  },
  podcast: { follow: 'Follow the podcast', none: 'There is no episode yet.' },
  print: { button: 'Print' },
  radio: {
    now: 'Now Playing',
    mute: 'Mute',
    volume: 'Volume',
    status: 'The sound:',
    refused: 'Unable to start playback. Please try again.',
    unavailable: 'Stream temporarily unavailable.',
    ownTab: 'Open in a tab of its own',
    schedule: 'Schedule',
  },
  feed: {
    text: 'The feed as text',
    copy: 'Copy address',
  },

  boards: {
    headlines: 'Headlines',
    headlinesFrom: (feed: string) => `Headlines from ${feed}`,
    /** Before the name of a source. */
    from: 'From',
    /** After the name of a source, before the time at which it was read. */
    headlinesOf: ', headlines of',
    boardOf: (feed: string) => `More from ${feed}`,
    more: 'See All Articles',
    less: 'Show Less',
    /** After both, for screen readers. */
    of: (title: string) => `of ${title}`,
  },
  embeds: {
    /** After the title of what will be shown. */
    notConnected: (service: string) =>
      `is not connected yet. Once ${service} has given this paper an id, it will be shown here.`,
    empty: 'If this stays empty, the link below opens it.',
    open: 'Open this on its own page',
    watch: (service: string) => `Watch on ${service}`,
    advertisement: (slot: string) => `Advertisement ${slot}`,
    /** The title of a frame in a text. */
    from: (service: string) => `From ${service}`,
    sound: 'Listen',
  },
  /** The labels of boxes in texts. */
  boxes: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Caution' },

  /** The desk: its collections, and the fields whose keys are not words enough. */
  desk: {
    title: 'Desk',
    needsScript: 'The desk needs JavaScript.',
    posts: 'Stories',
    post: 'Story',
    pages: 'Pages of text',
    page: 'Page',
    other: 'Lists',
    team: 'Team',
    events: 'Events',
    notices: 'Notices',
    alert: 'Alert',
    yes: 'Yes',
    more: 'All fields',
    headline: 'Headline',
    labels: {
      body: 'Text',
      imageUrl: 'Picture',
      imageAlt: 'What it shows (for people who cannot see it)',
      imageCaption: 'Words under the picture',
      imageCredit: 'Who made the picture',
      excerpt: 'Summary',
      category: 'Section',
      publishedDate: 'Published',
      deck: 'Line under the headline',
      weight: 'Size on the front page',
    } as Readonly<Record<string, string>>,
    /** What is added to texts. */
    blocks: {
      table: 'Table',
      pictures: 'Pictures side by side',
      box: 'Box',
      kind: 'Kind',
      headline: 'Headline',
      text: 'Text',
      kinds: { quote: 'Pull quote', bars: 'Bars for the table below' },
    },
  },

  network: (publications: string) => `A network of ${publications} publications`,

  /** The messages of scripts. */
  scripts: {
    /** Before and after a number of minutes. */
    ago: ['', ' min ago'],
    yesterday: 'Yesterday',
    shared: 'Link shared.',
    copied: 'Address copied.',
    copyThis: 'Copy this address:',
    dismiss: 'Dismiss',
    play: 'Play',
    pause: 'Pause',
    now: 'now',
    status: {
      stopped: 'Stopped',
      playing: 'Playing',
      connecting: 'Connecting…',
      reconnecting: 'Reconnecting…',
    },
    search: {
      none: 'No headline, summary, name, author or tag has these words.',
      one: '1 story',
      /** After a number. */
      many: 'stories',
      best: '(the best are shown)',
      /** Before a year. */
      year: 'Searching',
      failed: 'Older stories could not be loaded.',
    },
    entries: {
      one: '1 new entry',
      /** After a number. */
      many: 'new entries',
      over: 'This live story has ended.',
    },
    viewer: { title: 'Pictures', previous: 'Previous picture', next: 'Next picture', close: 'Close' },
  },
};

/** The messages that every language has. */
export type Words = typeof en;

const isNamed = ({ hour, minute }: TimeOfDay) => hour % 12 === 0 && minute === 0;
const halfOf = ({ hour }: TimeOfDay) => (hour < 12 ? 'a.m.' : 'p.m.');
const digits = ({ hour, minute }: TimeOfDay) =>
  `${hour % 12 || 12}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`}`;

/** With a 12-hour clock `10 a.m.`, `noon`; with a 24-hour clock in the format of the region. */
function timeInWords(time: TimeOfDay): string {
  if (!time.isHalfDay) return time.text;
  if (isNamed(time)) return time.hour === 0 ? 'midnight' : 'noon';
  return `${digits(time)} ${halfOf(time)}`;
}

/** `7 to 9 a.m.`, but `10 a.m. to noon` and `11 a.m. to 1 p.m.` */
function hoursInWords(from: TimeOfDay, to: TimeOfDay): string {
  const sharesHalf = from.isHalfDay && !isNamed(from) && !isNamed(to) && halfOf(from) === halfOf(to);
  return `${sharesHalf ? digits(from) : timeInWords(from)} to ${timeInWords(to)}`;
}
