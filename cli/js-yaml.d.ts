declare module 'js-yaml' {
  class Type {
    constructor(
      tag: string,
      options: {
        readonly kind: 'scalar';
        readonly resolve: (written: string) => boolean;
        readonly construct: (written: string) => unknown;
      },
    );
  }
  class Schema {
    constructor(definition: { readonly include: readonly Schema[]; readonly implicit: readonly Type[] });
  }
  class YAMLException extends Error {}
  const yaml: {
    readonly Type: typeof Type;
    readonly Schema: typeof Schema;
    readonly YAMLException: typeof YAMLException;
    readonly FAILSAFE_SCHEMA: Schema;
    safeLoad(text: string, options: { readonly schema: Schema; readonly json?: boolean }): unknown;
  };
  export default yaml;
}
