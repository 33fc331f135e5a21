/** The number for a `tel:` address; ten digits are a number of the United States. */
export function telephone(shown: string): string {
  const digits = shown.replace(/\D/g, '');
  return digits.length === 10 ? `+1${digits}` : `+${digits}`;
}
