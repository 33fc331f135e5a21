import type { ArticleTextProps } from '../../templates/parts/ArticleText.tsx';
import { createIds, markdown } from '../content/markdown/markdown.ts';
import type { Edition, EditionPost } from '../content/model.ts';
import { languageOf } from '../content/site.ts';
import type { SourceFile } from '../content/source-file.ts';
import { escapeXml } from '../lib/escape.ts';
import { createTexts } from '../pages/live.ts';
import { feedBlocks } from '../site/text-blocks.ts';
import { placedText } from './page.ts';

export type Articles = ReturnType<typeof createArticles>;

/**
 * The texts of posts for feeds. They are drafted and have keys as pages do. What is found in them is found on the pages of the posts, which
 * show the same component and texts.
 */
export function createArticles(
  edition: Edition,
  keyOfPage: (props: object) => string,
  loadRenderer: () => Promise<Pick<typeof import('./render.tsx'), 'renderArticle'>>,
) {
  const { feed, ...site } = edition.shared.site.data;
  const { words } = languageOf(site);
  const blocks = feedBlocks(edition);
  const textOf = createTexts(edition);
  const place = (source: SourceFile, markdown: string, at: number) => placedText(source, at, 0, markdown);
  const draft = (post: EditionPost): Omit<ArticleTextProps, 'words'> => ({
    post: post.post,
    ...(feed?.content === 'excerpt' ? { body: place(post.parsed.source, '', 0) } : textOf(post, place)),
  });
  return {
    keyOf: (post: EditionPost): string => keyOfPage(draft(post)),
    async render(post: EditionPost): Promise<string> {
      const { renderArticle } = await loadRenderer();
      const article = draft(post);
      const idOf = createIds();
      const html = renderArticle(
        { ...article, words },
        (text) => markdown(text.markdown, edition.pictures, idOf, blocks).html,
      );
      return article.body.markdown.trim() === '' && !article.live
        ? `<p>${escapeXml(post.post.excerpt)}</p>${html}`
        : html;
    },
  };
}
