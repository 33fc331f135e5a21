import { Campaigns } from '../parts/Ads.tsx';
import { Button } from '../parts/Links.tsx';
import { Byline } from '../parts/PostCard.tsx';
import type { Campaign, PageHead, PageProps, Post } from '../types.ts';

/** A story with as much of its text as there is room for. */
export interface PrintedStory {
  readonly post: Post;
  readonly excerpt: string;
  readonly paragraphs: readonly string[];
}

export interface PrintPageProps extends PageHead {
  readonly stories: readonly PrintedStory[];
  readonly campaigns: readonly Campaign[];
}

/** The paper edition. Its links are addresses to read, since nobody can click on paper. */
export const PrintPage = ({ page, site, words }: PageProps<PrintPageProps>) => (
  <>
    <header className="sheet__head screen-only">
      <h1>{page.headline}</h1>
      <Button text={words.print.button} data-print data-scripted />
    </header>
    {page.stories.length === 0 && <p>{words.posts.none}</p>}
    <div className="sheet__stories">
      {page.stories.map(({ post, excerpt, paragraphs }) => (
        <article key={post.path} className="sheet__story">
          <h2>
            <a href={post.path}>{post.title}</a>
          </h2>
          {post.sponsored && <p className="byline fine">{post.sponsored.label}</p>}
          <Byline post={post} words={words} />
          <p className="sheet__excerpt">{excerpt}</p>
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
          <p className="sheet__address fine">{site.baseUrl.replace(/^https?:\/\//, '') + post.path}</p>
        </article>
      ))}
    </div>
    <Campaigns of={page.campaigns} words={words} />
  </>
);
