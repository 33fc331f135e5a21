const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** What a new paper says, in English. */
export const english = {
  sections: ['Local News', 'Community'],
  mailbox: 'newsroom',
  tagline: (place: string | undefined) => (place ? `News of ${place}` : 'News for the people who live here'),
  description: (name: string, place: string | undefined) =>
    `${name} reports the news${place ? ` from ${place}` : ''}: what happened, what it means, and what comes next.`,
  homeTitle: (name: string, place: string | undefined) => (place ? `${name}: news of ${place}` : name),
  section: (section: string, name: string) => `${section}, as reported by ${name}.`,
  allStories: {
    title: 'All Stories',
    description: (name: string) => `Every story of ${name}, newest first.`,
  },
  about: {
    title: 'About Us',
    description: (name: string) => `Who makes ${name}, and how we work.`,
    body: (
      name: string,
      place: string | undefined,
    ) => `${name} is a local newspaper${place ? ` for ${place}` : ''}. We go to the meetings, read the documents, and ask the people who know.

## How we work

We say where we know things from. We keep news and opinion apart. Nobody pays to be in a story, or to be left out of one.

## Corrections

When we get something wrong, we correct it in the story, say what was wrong, and say when we changed it. If you see a mistake, please [tell us](/contact).
`,
  },
  contact: {
    title: 'Contact Us',
    description: (name: string) => `How to reach the newsroom of ${name}.`,
    heading: 'The newsroom',
    body: `We read everything that is sent to us, and answer as soon as we can.

Have you seen something that others should know about? Tell us what happened, where and when, and how we can reach you. If your name must not appear, say so first.
`,
  },
  notFound: {
    title: 'Page Not Found',
    tagline: 'The page might have been moved or deleted, or the address was wrong.',
  },
  menus: { sections: 'Sections', paper: 'The Paper', home: 'Home' },
  post: {
    title: (name: string) => `${name} begins today`,
    excerpt: (name: string, place: string | undefined) =>
      `${name} is a new local newspaper${place ? ` for ${place}` : ''}. Here is what we will report, and how you can help.`,
    tag: 'the paper',
    body: (
      name: string,
      place: string | undefined,
      sections: readonly string[],
      email: string,
    ) => `Today is the first day of ${name}. ${place ? `${place} has` : 'We have'} stories that nobody writes down: what was decided, who is opening and who is closing, who won, and who needs a hand. We will write them down.

You will find our stories under ${list.format(sections)}. Each has an address that does not change, so you can send it to whoever should read it.

## Tell us what you know

A newspaper knows what its readers tell it. If something happens on your street, at your school or at your work, write to [${email}](mailto:${email}).
`,
  },
};

/** What a new paper says, in the words of one language. */
export type StarterTexts = typeof english;
