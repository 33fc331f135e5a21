import { parse } from '../../cli/pipeline/parse.ts';
import { type PlacedProblem, sortProblems } from '../../cli/problems/problem.ts';

// Files to make slips in, and what is told of one by itself.

export const plans = `plans:
  - name: Village
    price: 8.99
    period: monthly
    features:
      - The paper, every Thursday
      - A letter from the editor
    cta: Choose Village
  - name: Away
    price: 14.99
    period: monthly
    features:
      - The paper by post
    cta: Choose Away
`;

export const faq = `categories:
  - title: Delivery
    items:
      - q: When does the paper come?
        a: >-
          On Thursdays, by noon, and
          on Fridays after a storm.
      - q: Who brings it?
        a: The ferry.
`;

export const post = `---
id: "2"
title: Forty herons
excerpt: Volunteers counted from two rowboats.
author: Ada Finch
publishedDate: 2026-04-02T17:30:00-05:00
category: Local News
tags: [herons, river]
---
The count took a morning.
`;

/** All that is told of a file by itself, in the order of a report. */
export function problemsOf(path: string, text: string): PlacedProblem[] {
  const source = { path, file: `content/${path}`, text };
  const sources = {
    files: [source],
    media: [],
    publicFiles: [],
    refused: new Set<string>(),
    shownAs: 'content',
  };
  return sortProblems(parse(sources).problems).filter(({ file }) => file === source.file);
}

/** The problems of a file by itself: line, message, and the suggestion. */
export const reported = (path: string, text: string): string[] =>
  problemsOf(path, text).map(
    ({ line, message, suggestion }) => `${line} ${message}${suggestion ? ` => ${suggestion}` : ''}`,
  );
