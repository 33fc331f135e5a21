import { Image } from '../parts/Image.tsx';
import { Needs } from '../parts/Needs.tsx';
import { PageHeader } from '../parts/PageHeader.tsx';
import { When } from '../parts/PostCard.tsx';
import type { PageHead, PageProps, Picture, Post } from '../types.ts';

export interface PodcastPageProps extends PageHead {
  readonly cover: Picture | undefined;
  readonly episodes: readonly { readonly post: Post; readonly sound: string }[];
}

export const PodcastPage = ({ page, words }: PageProps<PodcastPageProps>) => (
  <>
    <PageHeader page={page} words={words} />
    <div className="podcast">
      <Needs parts={['sound']} />
      <aside>
        {page.cover && <Image picture={page.cover} eager sizes="(min-width: 48em) 19rem, 12rem" />}
        {page.description && <p>{page.description}</p>}
        <p className="screen-only">
          <a className="button button--strong" href={page.feed?.path}>
            {words.podcast.follow}
          </a>
        </p>
      </aside>
      {page.episodes.length === 0 ? (
        <p>{words.podcast.none}</p>
      ) : (
        <ul>
          {page.episodes.map(({ post, sound }) => (
            <li key={post.path}>
              <h2>
                <a href={post.path}>{post.title}</a>
              </h2>
              <p className="byline fine">
                <When time={post.published} />
              </p>
              <p>{post.excerpt}</p>
              <div className="sound screen-only">
                {/* biome-ignore lint/a11y/useMediaCaption: the article has the words */}
                <audio
                  controls
                  preload="none"
                  src={sound}
                  aria-label={`${words.embeds.sound}: ${post.title}`}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  </>
);
