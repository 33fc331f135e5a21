// The desk: tables, boxes and groups of pictures in texts are parts of their own, so that its editor leaves them as they were written.

export interface Part {
  readonly id: string;
  readonly label: string;
  readonly fields: readonly object[];
  readonly pattern: RegExp;
  readonly fromBlock: (match: RegExpMatchArray) => Record<string, string>;
  readonly toBlock: (values: Readonly<Record<string, string | undefined>>) => string;
  readonly toPreview: (values: Readonly<Record<string, string | undefined>>) => string;
}

declare const CMS: { readonly registerEditorComponent: (part: Part) => void };

const words = JSON.parse(document.body.dataset.words ?? '{}');
const kinds = Object.entries(words.kinds).map(([value, label]) => ({ value, label }));

/** Adds a part that is written in Markdown, with what it starts as. */
const addText = (id: string, pattern: RegExp, start: string) =>
  CMS.registerEditorComponent({
    id,
    label: words[id],
    fields: [{ name: 'text', label: words[id], widget: 'text', default: start }],
    pattern,
    fromBlock: ([text]) => ({ text }),
    toBlock: ({ text = '' }) => text.trim(),
    toPreview: ({ text = '' }) => text,
  });

addText('table', /^\|.*\n\|[ :|-]+(?:\n\|.*)*$/m, '| | |\n| --- | ---: |\n| | |');
// Several in one paragraph: alone, each would be a picture in the text.
addText('pictures', /^!\[.*\)(?:[ \t]*\n?!\[.*\))+$/m, '![](media/)\n![](media/)');

CMS.registerEditorComponent({
  id: 'box',
  label: words.box,
  fields: [
    { name: 'kind', label: words.kind, widget: 'select', options: kinds, default: 'note' },
    { name: 'title', label: words.headline, widget: 'string', required: false },
    { name: 'text', label: words.text, widget: 'text', required: false },
  ],
  pattern: /^> ?\\?\[!(?<kind>[a-z]+)\\?\][ \t]*(?<title>.*)(?<text>(?:\n>.*)*)$/m,
  fromBlock: ({ groups: { kind = '', title = '', text = '' } = {} }) => ({
    kind,
    title,
    text: text.replace(/\n> ?/g, '\n').slice(1),
  }),
  toBlock({ kind, title = '', text = '' }) {
    const lines = text.trimEnd() === '' ? [] : text.trimEnd().split('\n');
    return [`[!${kind}] ${title}`, ...lines].map((line) => `> ${line}`.trimEnd()).join('\n');
  },
  toPreview: ({ title = '', text = '' }) => `${title} ${text}`,
});
