import { createContext, useContext } from 'react';

/** What a page needs besides what all pages of its kind have: parts with a stylesheet of their own, and sources that its policy allows. */
export type PageNeeds = Readonly<Record<'parts' | 'frames' | 'connections' | 'media' | 'forms', Set<string>>>;

type NamedNeeds = Readonly<Partial<Record<keyof PageNeeds, Iterable<string>>>>;

export function createNeeds(): PageNeeds {
  return {
    parts: new Set(),
    frames: new Set(),
    connections: new Set(),
    media: new Set(),
    forms: new Set(),
  };
}

export const isEmpty = (needs: PageNeeds): boolean => Object.values(needs).every(({ size }) => size === 0);

export function addNeeds(all: PageNeeds, named: NamedNeeds) {
  for (const name in named)
    for (const value of named[name as keyof PageNeeds] ?? []) all[name as keyof PageNeeds].add(value);
}

/** What the components of the page that is being rendered have named; in the text of a feed it is of no use. */
export const NeedsOfPage = createContext<PageNeeds | undefined>(undefined);

/** Stands where something of the page needs it; shows nothing. */
export function Needs(named: NamedNeeds) {
  const all = useContext(NeedsOfPage);
  if (all) addNeeds(all, named);
  return null;
}
