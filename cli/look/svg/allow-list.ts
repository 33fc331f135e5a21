export const namespaces = {
  svg: 'http://www.w3.org/2000/svg',
  xhtml: 'http://www.w3.org/1999/xhtml',
  xlink: 'http://www.w3.org/1999/xlink',
  xml: 'http://www.w3.org/XML/1998/namespace',
} as const;

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Elements whose text is kept. */
export const textElements = wordsOf('text tspan textPath title desc style');

export const allowedElements: ReadonlySet<string> = new Set([
  ...textElements,
  ...wordsOf(`svg g defs symbol use switch a view path rect circle ellipse line polyline polygon image
    linearGradient radialGradient stop pattern clipPath mask marker filter
    feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDropShadow feFlood
    feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset feSpecularLighting feTile feTurbulence
    feFuncR feFuncG feFuncB feFuncA feDistantLight fePointLight feSpotLight`),
]);

/** Elements that no renderer shows; dropped with their content. */
export const droppedElements = wordsOf('metadata font font-face color-profile');

/** Attributes whose values never hold a URL or a style. */
export const textAttributes =
  wordsOf(`id class lang role media type systemLanguage requiredExtensions requiredFeatures d points
  result in in2 xml:lang xml:space`);

const geometry = `x y width height viewBox preserveAspectRatio cx cy r rx ry x1 y1 x2 y2 fx fy fr d points pathLength transform
  transform-origin dx dy rotate textLength lengthAdjust startOffset method spacing side overflow offset gradientUnits gradientTransform
  spreadMethod patternUnits patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits markerUnits markerWidth
  markerHeight refX refY orient`;

const filtering = `filterUnits primitiveUnits in in2 result stdDeviation edgeMode mode type values operator k1 k2 k3 k4 tableValues
  slope intercept amplitude exponent order kernelMatrix divisor bias targetX targetY preserveAlpha surfaceScale diffuseConstant
  specularConstant specularExponent azimuth elevation z pointsAtX pointsAtY pointsAtZ limitingConeAngle scale xChannelSelector
  yChannelSelector radius baseFrequency numOctaves seed stitchTiles`;

const presentation = `alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation
  color-interpolation-filters color-rendering cursor direction display dominant-baseline fill fill-opacity fill-rule filter
  flood-color flood-opacity font font-family font-feature-settings font-kerning font-size font-size-adjust font-stretch font-style
  font-variant font-weight glyph-orientation-horizontal glyph-orientation-vertical image-rendering isolation kerning letter-spacing
  lighting-color line-height marker marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity paint-order
  pointer-events shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering transform-box unicode-bidi
  vector-effect visibility white-space word-spacing writing-mode`;

/** Allowed attributes without a namespace, besides `aria-…`, `href` and `style`. */
export const allowedAttributes: ReadonlySet<string> = new Set([
  ...textAttributes,
  ...wordsOf(`${geometry} ${filtering} ${presentation}`),
]);

/** Functions allowed in styles and presentation attributes, besides `url()`. */
export const styleFunctions =
  wordsOf(`rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark var calc min max clamp matrix matrix3d
  translate translatex translatey translatez translate3d scale scalex scaley scale3d rotate rotatex rotatey rotatez rotate3d skew
  skewx skewy perspective cubic-bezier steps linear not is where has nth-child nth-last-child nth-of-type nth-last-of-type lang
  path polygon circle ellipse inset and or only icc-color`);

/** Allowed `@` rules of style sheets. */
export const styleRules = wordsOf('media keyframes -webkit-keyframes supports');
