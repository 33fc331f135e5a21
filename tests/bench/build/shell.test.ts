import { describe, expect, it } from 'vitest';
import { cut, hugoLayout } from '../../../bench/build/shell.ts';

const page =
  '<title>Rain & sun</title><a href="/blog/post-1">Rain & sun</a><a href="/blog/post-11">Other</a><div>Body, Rain & sun</div><p>{{x}}</p>';
const shell = cut(page, {
  from: '<div>',
  to: '</div>',
  slots: { TITLE: 'Rain & sun', PATH: '/blog/post-1' },
});

describe('a page', () => {
  it('is cut into fixed strings and slots', () => {
    expect(shell).toEqual([
      '<title>',
      { slot: 'TITLE' },
      '</title><a href="',
      { slot: 'PATH' },
      '">',
      { slot: 'TITLE' },
      '</a><a href="/blog/post-11">Other</a><div>',
      { slot: 'BODY' },
      '</div><p>{{x}}</p>',
    ]);
  });

  it('cannot be cut where the text is not in it', () => {
    expect(() => cut(page, { from: '<main>', to: '</main>', slots: {} })).toThrow('<main>');
    expect(() => cut(page, { from: '<div>', to: '</div>', slots: { ISO: '2026' } })).toThrow('ISO');
  });
});

it('a layout of Hugo has an action in each slot, and prints the rest as it is', () => {
  expect(hugoLayout(shell, { TITLE: '.Title', PATH: '$path', BODY: '.Content' })).toBe(
    '<title>{{ .Title }}</title><a href="{{ $path }}">{{ .Title }}</a><a href="/blog/post-11">Other</a><div>{{ .Content }}</div><p>{{ "{{" }}x}}</p>',
  );
});
