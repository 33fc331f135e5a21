import * as runtime from 'react/jsx-runtime';

// esbuild reads what a CommonJS package exports by a getter at each use: for elements that took a sixteenth of a build.
export const { Fragment, jsx, jsxs } = runtime;
