/** A message for an editor: what was found, and what to do. */
export interface Words {
  readonly message: string;
  readonly hint: string;
}

export const words = (message: string, hint: string): Words => ({ message, hint });
