import type { OutputFile } from '../model.ts';

/** The Content-Security-Policy that works only as a header: no other site may frame what the paper sends. */
export const framePolicy = "frame-ancestors 'self'";

/** More headers of pages alone: no other site may hold on to their window or load them. */
export const pageHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** The Content-Security-Policy of SVG pictures of content, opened as documents: no scripts run in them. */
export const drawingPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox";

/** The headers for hosts that read `_headers`; it cannot tell pages from pictures, which other sites may show. */
const headers = `/*
  X-Content-Type-Options: nosniff
  Content-Security-Policy: ${framePolicy}
  Cross-Origin-Opener-Policy: ${pageHeaders['Cross-Origin-Opener-Policy']}
/assets/*
  Cache-Control: max-age=31536000, immutable
  Access-Control-Allow-Origin: *
/media/*.svg
  Content-Security-Policy: ${drawingPolicy}
`;

/** Files for hosts. GitHub would make pages of texts without `.nojekyll`. */
export const hostFiles: readonly OutputFile[] = [
  { path: '_headers', content: headers },
  { path: '.nojekyll', content: '' },
];
