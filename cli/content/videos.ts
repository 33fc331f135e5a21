import { decodeHTMLAttribute } from 'entities';
import { type EmbedsFile, embedsSchema } from './embeds.ts';

type Providers = EmbedsFile['providers'];

const mayDo =
  'allow-popups allow-popups-to-escape-sandbox allow-presentation allow-same-origin allow-scripts'.split(' ');
const mayUse = ['autoplay', 'encrypted-media', 'fullscreen', 'picture-in-picture'];
const youTubeLink = 'https://www.youtube.com/watch?v={id}';
const vimeoLink = 'https://vimeo.com/{id}';

const player = (name: string, url: string, link: string) => ({
  name,
  url,
  link,
  sandbox: mayDo,
  allow: mayUse,
});

/** The services whose videos every paper can show. An entry of this name in embeds.yaml replaces one. */
export const videoServices: Providers = embedsSchema.shape.providers.parse(
  {
    youtube: player('YouTube', 'https://www.youtube-nocookie.com/embed/{id}', youTubeLink),
    vimeo: player('Vimeo', 'https://player.vimeo.com/video/{id}', vimeoLink),
  },
  { jitless: true },
);

/** The providers of a paper, its own before those that every paper has. */
export const providersOf = (file: Pick<EmbedsFile, 'providers'> | undefined): Providers => ({
  ...file?.providers,
  ...videoServices,
  ...file?.providers,
});

interface Video {
  readonly service: 'youtube' | 'vimeo';
  readonly id: string;
  readonly address: string;
  /** What its frame needs behind the id: where it starts, and the key of one that no list has. */
  readonly query: string;
}

const youTube =
  /^https?:\/\/(?:(?:www\.|m\.|music\.)?youtube(?:-nocookie)?\.com\/(?:watch\/?\?(?:[^#]*&)?v=|(?:watch|shorts|live|embed|v|e)\/(?!videoseries|live_stream))|(?:www\.)?youtu\.be\/)([\w-]{11})(?![\w-])/i;
const vimeo =
  /^https?:\/\/(?:(?:www\.)?vimeo\.com\/(?:manage\/videos\/|(?:channels|groups|showcase|album)\/[\w-]+\/(?:videos?\/)?)?|player\.vimeo\.com\/video\/)(\d{5,})(?![\w-])(?:\/([\da-f]{6,}))?/i;

/** The video at an address, in any of the forms that its service gives it. */
export function videoAt(address: string): Video | undefined {
  const [, hours = 0, minutes = 0, seconds = 0] =
    /[?&#](?:t|start)=(?=\d)(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?(?=&|#|$)/.exec(address) ?? [];
  const start = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  const [, id] = youTube.exec(address) ?? [];
  if (id !== undefined) {
    const [at, query] = start ? [`&t=${start}s`, `?start=${start}`] : ['', ''];
    return { service: 'youtube', id, address: youTubeLink.replace('{id}', id) + at, query };
  }
  const [, number, key = /[?&]h=([\da-f]+)/.exec(address)?.[1]] = vimeo.exec(address) ?? [];
  if (number === undefined) return undefined;
  const at = start ? `#t=${start}s` : '';
  const secret = key ? { path: `/${key}`, query: `?h=${key}` } : { path: '', query: '' };
  const link = vimeoLink.replace('{id}', number) + secret.path;
  return { service: 'vimeo', id: number, address: link + at, query: secret.query + at };
}

const oneVideo =
  'Open one video, and write its address, such as `https://www.youtube.com/watch?v=aqz-KE-bpKQ`.';

/** The addresses of these services that look like those of videos. */
const videoLike =
  /^https?:\/\/(?:[a-z]+\.)?(?:youtube(?:-nocookie)?\.com\/(?:playlist|watch|shorts|live|embed|clip|v)\b|youtu\.be\/\w|vimeo\.com\/(?:showcase|album)\/)/i;

/** Why an address that looks like that of a video is none. */
export function videoFault(address: string): readonly [message: string, hint: string] | undefined {
  if (!videoLike.test(address) || videoAt(address)) return undefined;
  const message = /\/playlist|[?&]list=|vimeo\.com/i.test(address)
    ? 'A playlist cannot play here, so readers get a link.'
    : 'This address leads to no single video: part of it is missing, or it is a clip or a channel.';
  return [message, `${oneVideo} If a link is meant, put it into a sentence.`];
}

/** What to write in place of HTML or a shortcode that shows a video, in an editor’s words. */
export function videoCure(markup: string): string | undefined {
  const addresses = (decodeHTMLAttribute(markup).match(/(?:https?:)?\/\/[^\s"'<>[\]]+/g) ?? []).map((found) =>
    found.replace(/^\/\//, 'https://'),
  );
  const [, isYouTube, id = ''] =
    /\b(?:(youtube)|vimeo)\b(?:.*?\b(?:video)?id=|.*?)["'“]?(?<![\w-])([\w-]{11}|\d{5,})(?![\w-])/is.exec(
      markup,
    ) ?? [];
  const meant = (isYouTube ? youTubeLink : vimeoLink).replace('{id}', id);
  const [video] = [...addresses, meant].flatMap((address) => videoAt(address) ?? []);
  if (video) return `Write its address alone, with an empty line before and after it: \`${video.address}\``;
  return addresses.some(videoFault) ? oneVideo : undefined;
}
