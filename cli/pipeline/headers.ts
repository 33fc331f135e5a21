import type { OutputFile } from '../model.ts';

/** The Content-Security-Policy that works only as a header: no other site may frame what the paper sends. */
export const framePolicy = "frame-ancestors 'self'";

/** For pages alone: no other site may hold on to their window or load them. */
export const pageHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The Content-Security-Policy of SVG pictures of content, opened as documents: no scripts run in them. */
export const drawingPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";

/** Files for hosts. `_headers` cannot tell pages from pictures; without `.nojekyll`, GitHub would make pages of texts. */
export const hostFiles: readonly OutputFile[] = [
  {
    path: '_headers',
    content: `/*
  X-Content-Type-Options: nosniff
  Content-Security-Policy: ${framePolicy}
  Cross-Origin-Opener-Policy: ${pageHeaders['Cross-Origin-Opener-Policy']}
/assets/*
  Cache-Control: max-age=31536000, immutable
  Access-Control-Allow-Origin: *
/media/*.svg
  Content-Security-Policy: ${drawingPolicy}
`,
  },
  { path: '.nojekyll', content: '' },
];
